import type { Data } from "@/api/call";

export type User = Data<"/user/profile">;

/** Whether somebody holds a role by name. */
export function hasRole({ roles }: Pick<User, "roles">, role: string): boolean {
  return roles.includes(role);
}

/** Whether somebody holds a permission by name, such as `brand.edit`. */
export function hasPermission(
  { permissions }: Pick<User, "permissions">,
  permission: string,
): boolean {
  return permissions.includes(permission);
}
