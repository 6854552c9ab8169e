import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { TokensPage } from "@/features/accounts/api/tokens/TokensPage";
import { shell } from "@/text/core/shell";
import { channelsQuery } from "@/ui/picker/channelsQuery";

export const Route = createFileRoute("/_app/tools/apis/tokens")({
  staticData: { title: shell.apiTokens },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(query("/common/token_list"));
    void queryClient.prefetchQuery(channelsQuery);
  },
  component: TokensPage,
});
