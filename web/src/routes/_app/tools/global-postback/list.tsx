import { Group, Skeleton } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";
import { useArrival } from "@/api/arrival";
import { query } from "@/api/query";
import { ExportButton } from "@/features/exports/ExportButton";
import { DeliveryLog } from "@/features/postbacks/delivery/DeliveryLog";
import { PostbackTable } from "@/features/postbacks/PostbackTable";
import {
  type DeliverySearch,
  deliveriesInput,
  deliverySearch,
} from "@/features/postbacks/searchParams";
import { typesQuery } from "@/features/postbacks/usePostbackTypes";
import { shell } from "@/text/core/shell";
import { postback } from "@/text/postbacks/postback";
import { ButtonLink } from "@/ui/base/links";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/tools/global-postback/list")({
  validateSearch: deliverySearch,
  loaderDeps: ({ search }) => deliveriesInput(search),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(query("/postback/list"));
    void queryClient.prefetchQuery(query("/postback/recent"));
    void queryClient.prefetchQuery(typesQuery);
    void queryClient.prefetchQuery(query("/postback/deliveries", deps));
  },
  component: PostbackPage,
});

function PostbackPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const arrived = useArrival(query("/postback/list"), query("/postback/recent"), typesQuery);
  const change = (changed: Partial<DeliverySearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changed }) });
  return (
    <Page>
      <PageHeader
        title={shell.globalPostback}
        help={postback.help}
        action={
          <Group gap="sm">
            <ExportButton report="deliveries" filter={deliveriesInput(search).filter ?? {}} />
            <ButtonLink to="/tools/global-postback/edit/{-$id}">{postback.add}</ButtonLink>
          </Group>
        }
      />
      {arrived ? (
        <>
          <PostbackTable onDelivery={(delivery) => change({ delivery })} />
          <DeliveryLog search={search} onSearch={change} />
        </>
      ) : (
        <Skeleton h={640} radius="lg" />
      )}
    </Page>
  );
}
