import { hasPermission, isNarrowed, type User } from "./roles";

/** The pages of a publisher, by the beginnings of their paths, with the permission they need: the longest one counts. */
const NEEDED: Record<string, string> = {
  "/brands": "brand.read",
  "/dashboard": "report.read",
  "/payments": "payment.read",
  "/reports": "report.read",
  "/reports/books": "money.read",
  "/reports/schedules": "schedule.edit",
  "/reports/spreadsheets": "report.edit",
  "/settings/channel": "brand.read",
  "/settings/payment": "payment.read",
  "/settings/payment-": "payee.propose",
  "/settings/team": "team.read",
  "/tools/apis/tokens": "token.edit",
  "/tools/broken-links": "link.edit",
  "/tools/global-postback": "postback.edit",
  "/tools/link-generator": "link.edit",
};

/** The pages about the publisher as a whole, which nobody opens who sees only some of its channels. */
const WHOLE = ["/auth/refer", "/reports/books", "/reports/schedules"];

/** The pages about the account itself, which are not in its sandbox. */
const LIVE = [
  "/auth/refer",
  "/reports/cases",
  "/reports/schedules",
  "/reports/spreadsheets",
  "/settings",
];

/**
 * Whether a user may open a page. What they can do there depends on the permission of each call.
 */
export function mayOpen(
  user: Pick<User, "permissions"> & { site_ids?: number[] | null; sandbox?: boolean },
  path: string,
): boolean {
  const closed = [...(isNarrowed(user) ? WHOLE : []), ...(user.sandbox ? LIVE : [])];
  if (closed.some((beginning) => path.startsWith(beginning))) return false;
  const [longest] = Object.keys(NEEDED)
    .filter((beginning) => path.startsWith(beginning))
    .sort((one, other) => other.length - one.length);
  return longest === undefined || hasPermission(user, NEEDED[longest] ?? "");
}
