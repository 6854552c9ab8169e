/** Texts of Broken Links: links that no longer lead where they should. */
export const broken = {
  help: "Every link is checked every six hours. Give a broken one a new target or a fallback: your pages need no change.",
  times: (zone: string) => `Times in ${zone}`,
  list: "List of broken links",
  table: "Broken links",
  brand: "Brand",
  channel: "Channel",
  fault: "What is wrong",
  target: "Target",
  clicks: "Clicks, 30 days",
  riskNow: "At risk, 30 days",
  risk: (currency: string) => `At risk, 30 days, ${currency}`,
  riskHelp:
    "What this link's clicks of the last 30 days would earn at your average commission per click with the brand or, if you have too few clicks, at everybody's. An alert about it says less or more: it counts from the day the links broke.",
  firstSeen: "First seen",
  checked: "Last check",
  checking: "Checking…",
  never: "Not yet",
  state: "State",
  states: { open: "Open", fixed: "Fixed", ignored: "Ignored" },
  clear: "Clear filters",
  choose: (code: string) => `link ${code}`,

  faults: {
    1: "Brand offline",
    2: "Brand paused",
    3: "Not joined",
    4: "Channel disabled",
    5: "Not the brand's site",
    6: "Target not found",
    7: "No answer",
    8: "Leads to home page",
    9: "Tracking lost",
    10: "Redirect loop",
    11: "Could not verify",
  } as Record<number, string>,
  advice: {
    1: "The brand has left the network. Visitors still reach it, but no order counts.",
    2: "The brand does not pay for orders at present. A fallback can catch its visitors.",
    3: "This channel no longer promotes the brand. Apply again, or set a fallback.",
    4: "The channel is not approved. Its clicks do not count.",
    5: "The brand no longer accepts links to this address. Choose another page.",
    6: "The page is gone. Choose another page of the brand.",
    7: "The shop did not respond to two checks. It may come back; a fallback catches visitors in the meantime.",
    8: "The page sends its visitors to the home page, where fewer of them buy.",
    9: "The shop's redirect drops the click's reference, so orders may not be credited to you.",
    10: "The page redirects in an endless loop.",
    11: "The shop blocks our checks (status 403 or 429), or our checker is offline. This does not count as broken.",
  } as Record<number, string>,

  emptyTitle: "No broken links",
  emptyHelp: "All links lead where they should. New ones are checked within minutes.",
  emptyFixed: "No link has been fixed yet",
  emptyIgnored: "No link is ignored",
  noMatchTitle: "No broken link matches",
  noMatchHelp: "Choose another brand or problem, or clear the filters.",

  chosen: (count: number) => (count === 1 ? "1 link selected" : `${count} links selected`),
  noneChosen: "Select links to fix several at once.",
  fixChosen: "Use suggestions",
  fixTitle: (count: number) => (count === 1 ? "Fix this link?" : `Fix ${count} links?`),
  fixHelp: "Each gets its suggested address as its new target, at once and on all your pages.",
  noSuggestion: (count: number, all: number) =>
    count === 1
      ? `1 of the ${all} has no suggestion and stays as it is.`
      : `${count} of the ${all} have no suggestion and stay as they are.`,
  check: "Check again",
  ignore: "Ignore",
  restore: "Stop ignoring",

  suggestion: "Suggested",
  useSuggestion: "Use suggestion",
  newAddress: "Address",
  addressHint: "https://",
  addressHelp: "A page on the brand's domains",
  setTarget: "Set as target",
  setFallback: "Set as fallback",
  twoWays:
    "A target replaces the address for good. A fallback takes visitors only while the target is broken.",
  fallback: "Fallback now",
  drawerTitle: "What was found",
  way: "Redirect path",
  noAnswer: "no response",
  status: "Status",
  open: "See this link",

  fixed: (count: number) =>
    count === 1
      ? "Link fixed. Its redirect is up to date, and an alert about it closes within 10 minutes."
      : `${count} links fixed. Their redirects are up to date, and alerts about them close within 10 minutes.`,
  notFixed: (count: number, why: string) =>
    count === 1
      ? `One link could not be fixed: ${why}`
      : `${count} links could not be fixed: ${why}`,
  checkBegun: "The check has started. The list updates automatically.",
  ignored: "Ignored, until something else is wrong with it.",
  restored: "No longer ignored",
};
