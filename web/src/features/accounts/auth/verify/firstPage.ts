import { RELATION_NONE, SITE_STATUS_APPROVED } from "@/api/gen/enums.gen";
import { channelsQuery } from "@/ui/picker/channelsQuery";

/**
 * The first page of a new publisher: the brands if a channel can join them, else the usual page
 * after signing in.
 */
export async function firstPage(): Promise<string | undefined> {
  const { queryClient } = await import("@/api/client");
  const { list } = await queryClient.fetchQuery(channelsQuery).catch(() => ({ list: [] }));
  const isReady = list.some(({ status }) => status === SITE_STATUS_APPROVED);
  const isNew = list.every(({ brands_joined }) => brands_joined === 0);
  return isReady && isNew ? `/brands/find?status=${RELATION_NONE}` : undefined;
}
