import type { Data } from "@/api/call";
import type { Membership } from "@/api/gen/types.gen";

export type User = Data<"/user/profile">;

/** Whether a user has a role. */
export function hasRole({ roles }: Pick<User, "roles">, role: string): boolean {
  return roles.includes(role);
}

/** Whether a user has a permission, such as `brand.edit`. */
export function hasPermission(
  { permissions }: Pick<User, "permissions">,
  permission: string,
): boolean {
  return permissions.includes(permission);
}

/** Whether a user sees amounts. The network's staff always do. */
export function seesMoney(user: Pick<User, "permissions" | "roles">): boolean {
  return hasRole(user, "operator") || hasPermission(user, "money.read");
}

/** Whether a user sees only some of the publisher's channels. */
export function isNarrowed({ site_ids }: { site_ids?: number[] | null }): boolean {
  return Array.isArray(site_ids);
}

/**
 * The publishers that somebody can switch between: none for most people, and none from a server of
 * the release before.
 */
export function publishersOf({ publishers }: User): Membership[] {
  return publishers ?? [];
}

/** The publisher that the session acts for, if its person works for several. */
export function currentPublisher(user: User): Membership | undefined {
  return publishersOf(user).find((each) => each.current);
}
