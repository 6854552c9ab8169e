import { createFileRoute } from "@tanstack/react-router";

import { ArticlePage } from "@/features/home/help/ArticlePage";
import { HelpPage } from "@/features/home/help/HelpPage";
import { shell } from "@/text/core/shell";
import { parseText } from "@/ui/base/searchParams";
import { Page } from "@/ui/layout/Page";

interface Search {
  keyword?: string;
  /** The article that is read, by its slug. */
  article?: string;
}

export const Route = createFileRoute("/_app/help")({
  staticData: { title: shell.help },
  validateSearch: ({ keyword, article }): Search => ({
    keyword: parseText(keyword),
    article: parseText(article),
  }),
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
        <HelpPage
          keyword={keyword}
          onSearch={(typed) =>
            void navigate({ search: { keyword: typed || undefined }, replace: true })
          }
        />
      )}
    </Page>
  );
}
