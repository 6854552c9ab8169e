/** Texts of the page of a brand that does not exist. */
export const brandNotFound = {
  title: "Brand not found",
  help: "It may have left the network, or the address may be wrong.",
  back: "Back to brands",
};
