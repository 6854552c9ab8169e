import { Group } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { ExportButton } from "@/features/download/ExportButton";
import { DeliveryLog } from "@/features/postback/delivery/DeliveryLog";
import { PostbackTable } from "@/features/postback/PostbackTable";
import { deliveriesInput, deliverySearch } from "@/features/postback/search";
import { shell } from "@/text/core/shell";
import { postback } from "@/text/publisher/postback";
import { ButtonLink } from "@/ui/base/links";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/tools/global-postback/list")({
  validateSearch: deliverySearch,
  loaderDeps: ({ search }) => deliveriesInput(search),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(query("/postback/list"));
    void queryClient.prefetchQuery(query("/postback/get_type"));
    void queryClient.prefetchQuery(query("/postback/deliveries", deps));
  },
  component: PostbackPage,
});

function PostbackPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
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
      <PostbackTable />
      <DeliveryLog
        search={search}
        onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }) })}
      />
    </Page>
  );
}
