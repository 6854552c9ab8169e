/** Texts of a publisher's results of a brand. */
export const ownResults = {
  title: "Your results by day",
  figure: "What the chart shows",
  figures: { commission: "Your commission", orders: "Your orders", clicks: "Your clicks" },
  none: "No clicks in the last 30 days",
  noneHelp: "Create a link to this brand above, and put it where your readers are.",
};
