import type { ApiItem } from "@/api/gen/types.gen";

/** The call of the menu, which the layout and the first page share. */
export const menuQuery = ["/tools/api_menu"] as const;

/** The address of a page about the API: `/tools/apis/{path...}/{id}`. */
export const addressOf = ({ front_path, id }: Pick<ApiItem, "front_path" | "id">) =>
  `/tools/apis/${front_path}/${id}`;

/** Whether an address is that of an item, with its number or, as the guides link it, without. */
export const isAt = (path: string, item: Pick<ApiItem, "front_path" | "id">) =>
  path === addressOf(item) || path === `/tools/apis/${item.front_path}`;

/** What an address names: the number at its end, or a path without one, as the guides link. */
export function refOf(path: string): { id: number } | { front_path: string } {
  const last = path.split("/").at(-1) ?? "";
  return /^[1-9]\d{0,14}$/.test(last) ? { id: Number(last) } : { front_path: path };
}
