import type { Data } from "@/api/call";

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
