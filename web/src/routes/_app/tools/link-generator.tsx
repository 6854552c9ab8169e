import { Skeleton } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

import { query } from "@/api/query";
import { LinkGenerator } from "@/features/link/LinkGenerator";
import { linkSearch, linksAsk } from "@/features/link/search";
import { link } from "@/text/link";
import { shell } from "@/text/shell";
import { Page } from "@/ui/Page";
import { PageHeader } from "@/ui/PageHeader";

// The table of links made before stands below the form, and comes after it.
const LinkHistory = lazy(() =>
  import("@/features/link/LinkHistory").then(({ LinkHistory }) => ({ default: LinkHistory })),
);

export const Route = createFileRoute("/_app/tools/link-generator")({
  staticData: { title: shell.linkGenerator },
  validateSearch: linkSearch,
  loaderDeps: ({ search }) => linksAsk(search),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(query("/tools/links", deps));
  },
  component: LinkGeneratorPage,
});

function LinkGeneratorPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { mcid, target_url } = search;
  return (
    <Page>
      <PageHeader title={shell.linkGenerator} help={link.help} />
      <LinkGenerator key={`${mcid} ${target_url}`} mcid={mcid} target={target_url} />
      <Suspense fallback={<Skeleton h={480} radius="lg" />}>
        <LinkHistory
          search={search}
          onSearch={(change, replace) =>
            void navigate({ search: (before) => ({ ...before, ...change }), replace })
          }
        />
      </Suspense>
    </Page>
  );
}
