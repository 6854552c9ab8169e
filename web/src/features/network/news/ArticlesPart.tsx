import { Stack, Text } from "@mantine/core";
import type { NetworkArticle } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { FormTable } from "@/features/network/FormTable";
import { help } from "@/text/home/help";
import { news } from "@/text/network/news";
import { DateText } from "@/ui/base/Numbers";
import { overlay } from "@/ui/base/overlay";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { textColumn } from "@/ui/table/columns";
import type { Column } from "@/ui/table/DataTable";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { ALL_ARTICLES, type PartProps } from "./searchParams";

const ArticleForm = overlay(
  () => import("./ArticleForm").then(({ ArticleForm }) => ArticleForm),
  <SkeletonRows rows={6} height={48} />,
);

/** All help articles in reading order, and the form of one. */
export function ArticlesPart({ search, onSearch, filters }: PartProps) {
  const { time_zone: zone } = useUser();
  const answer = useSteadyQuery("/network/articles", ALL_ARTICLES);
  const opened = useOpenedRow({
    answer,
    isOpened: search.edit === undefined ? undefined : ({ slug }) => slug === search.edit,
    alone: query("/network/articles", ALL_ARTICLES),
  });
  return (
    <FormTable
      search={search}
      onSearch={onSearch}
      filters={filters}
      name="network_articles"
      label={news.articles}
      answer={answer}
      columns={columnsOf(zone)}
      id={({ slug }) => slug}
      empty={<EmptyState title={news.noArticles} help={news.noArticlesHelp} />}
      add={news.addArticle}
      change={news.changeArticle}
      opened={opened}
      form={(close, reload, saved) => (
        <ArticleForm key={search.edit} saved={saved} onSaved={close} onReload={reload} />
      )}
    />
  );
}

function columnsOf(zone: string): Array<Column<NetworkArticle>> {
  return [
    {
      key: "title",
      title: news.heading,
      cell: ({ title, slug }) => (
        <Stack gap={0} maw={360}>
          <Text span inherit fw={500} truncate title={title} className="portal-wraps">
            {title}
          </Text>
          <Text span size="xs" c="dimmed" truncate>
            {slug}
          </Text>
        </Stack>
      ),
    },
    {
      key: "state",
      title: news.state,
      phone: "status",
      cell: ({ published }) => (
        <StatusBadge state={published ? "approved" : "offline"}>
          {published ? news.states.live : news.hidden}
        </StatusBadge>
      ),
    },
    {
      key: "section",
      title: news.section,
      phone: "more",
      cell: ({ section }) => help.sections[section],
    },
    textColumn("page", news.page),
    {
      key: "updated_at",
      title: news.updated,
      cell: ({ updated_at }) =>
        updated_at ? <DateText value={updated_at} zone={zone} /> : news.builtIn,
    },
  ];
}
