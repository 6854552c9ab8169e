import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { loadTab } from "@/features/network/loadTab";
import { NewsTab } from "@/features/network/news/NewsTab";
import { ALL_ARTICLES, newsSearch } from "@/features/network/news/searchParams";
import { pageOf } from "@/features/network/searchParams";
import { lists } from "@/text/network/lists";
import { useAddress } from "@/ui/base/useAddress";

export const Route = createFileRoute("/_app/network/news")({
  staticData: { title: lists.news },
  validateSearch: newsSearch,
  loaderDeps: ({ search }) => ({ part: search.part ?? "notices", page: pageOf(search) }),
  loader: ({ deps: { part, page }, ...loading }) => {
    const reads = {
      notices: query("/network/notices", { page }),
      banners: query("/network/banners", { page }),
      articles: query("/network/articles", ALL_ARTICLES),
    };
    return loadTab("news", loading, [reads[part]]);
  },
  component: () => <NewsTab {...useAddress(Route)} />,
});
