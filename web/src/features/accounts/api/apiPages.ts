import type { ApiItem } from "@/api/gen/types.gen";

/** The call of the menu, which the layout and the first page share. */
export const menuQuery = ["/tools/api_menu"] as const;

/** The address of a page about the API: `/tools/apis/{path...}/{id}`. */
export const addressOf = ({ front_path, id }: Pick<ApiItem, "front_path" | "id">) =>
  `/tools/apis/${front_path}/${id}`;

/**
 * Whether an address belongs to an item: with its number or, as in links of the guides, without it.
 */
export const isAt = (path: string, item: Pick<ApiItem, "front_path" | "id">) =>
  path === addressOf(item) || path === `/tools/apis/${item.front_path}`;

/**
 * The item that an address names: by the number at its end, or by its path, as in links of the
 * guides.
 */
export function refOf(path: string): { id: number } | { front_path: string } {
  const last = path.split("/").at(-1) ?? "";
  return /^[1-9]\d{0,14}$/.test(last) ? { id: Number(last) } : { front_path: path };
}
