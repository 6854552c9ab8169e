import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { ApiPage } from "@/features/accounts/api/ApiPage";
import { refOf } from "@/features/accounts/api/apiPages";

export const Route = createFileRoute("/_app/tools/apis/$")({
  loader: ({ context: { queryClient }, params: { _splat = "" } }) =>
    void queryClient.prefetchQuery(query("/tools/api_info", { attributes: refOf(_splat) })),
  component: ApiRoute,
});

function ApiRoute() {
  const { _splat = "" } = Route.useParams();
  return <ApiPage path={_splat} />;
}
