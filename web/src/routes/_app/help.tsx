import { createFileRoute } from "@tanstack/react-router";

import { ArticlePage } from "@/features/home/help/ArticlePage";
import { HelpPage } from "@/features/home/help/HelpPage";
import { helpSearch, searchFor } from "@/features/home/help/searchParams";
import { shell } from "@/text/core/shell";
import { Page } from "@/ui/layout/Page";

export const Route = createFileRoute("/_app/help")({
  staticData: { title: shell.help },
  validateSearch: helpSearch,
  component: Help,
});

function Help() {
  const { keyword = "", article } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page>
      {article ? (
        <ArticlePage key={article} slug={article} />
      ) : (
        <HelpPage keyword={keyword} onSearch={(typed) => void navigate(searchFor(typed))} />
      )}
    </Page>
  );
}
