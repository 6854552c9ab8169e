/** Texts of the operators' list of alerts. */
export const networkAlerts = {
  table: "Alerts over the network",
  what: "What is wrong",
  brand: "Brand",
  noBrand: "No brand",
  publishers: "Publishers",
  cost: "At risk so far, about",
  perDay: "A day, about",
  since: "Since",
  task: "Our task",
  tasks: { open: "Open", in_progress: "In progress", done: "Done" },
  mendedByPublishers: "None: its publishers mend it",

  none: "Nothing is wrong",
  noneHelp:
    "What the watch finds for publishers is listed here, by brand, kind and cause: what several have first.",
  noMatch: "No alert matches",
  noMatchHelp: "Choose another brand, publisher, kind or task, or clear the filters.",
  clear: "Clear filters",

  drawer: "Alert",
  unknown: "Nothing is wrong there any more",
  unknownHelp: "Its last alert was closed.",
  cause: "Cause",
  soFar: "At risk so far",
  aDay: "Each day",
  costHelp:
    "The publishers' estimates together, at the last exchange rates. No balance includes it.",
  unrated: (count: number) =>
    count === 1
      ? "One alert is not in it: its currency has no exchange rate."
      : `${count} alerts are not in it: their currencies have no exchange rate.`,
  list: "Publishers",
  publisher: "Publisher",
  channel: "Channel",
  allChannels: "All channels",
  expected: "Expected",
  seen: "Arrived",
  ownCost: "At risk, about",
  firstOf: (shown: string, all: string) => `The first ${shown} of ${all}.`,

  state: "State",
  note: "Note",
  noteHelp: "Its publishers read it.",
  sinceWhen: (state: string, when: string) => `${state} since ${when}`,
  save: "Save",
  saved: "Task saved",
};
