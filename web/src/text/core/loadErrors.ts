/** Texts shown in place of content that could not be loaded. */
export const trouble = {
  reconnecting: "Reconnecting",
  reconnectingHelp: "You stay signed in while we try again.",
  failedTitle: "This could not be loaded",
  failedOf: (what: string) => `${what} could not be loaded`,
  forbiddenTitle: "You may not see this",
  forbiddenHelp: "Your role does not include it. Ask who manages your account.",
};
