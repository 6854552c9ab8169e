import { RELATION_NONE, SITE_STATUS_APPROVED } from "@/api/gen/enums.gen";
import { channelsQuery } from "@/ui/picker/channelsQuery";

/** Where a new publisher begins: at the brands once a channel may join them, else where every sign-in leads. */
export async function firstPage(): Promise<string | undefined> {
  const { queryClient } = await import("@/api/client");
  const { list } = await queryClient.fetchQuery(channelsQuery).catch(() => ({ list: [] }));
  const isReady = list.some(({ status }) => status === SITE_STATUS_APPROVED);
  const isNew = list.every(({ brands_joined }) => brands_joined === 0);
  return isReady && isNew ? `/brands/find?status=${RELATION_NONE}` : undefined;
}
