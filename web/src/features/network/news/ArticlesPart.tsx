import { Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { NetworkArticle } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { FormTable } from "@/features/network/FormTable";
import type { PartProps } from "@/features/network/search";
import { news } from "@/text/network/news";
import { help } from "@/text/publisher/help";
import { DateText } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import type { Column } from "@/ui/table/DataTable";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { ArticleForm } from "./ArticleForm";

/** Nobody writes so many articles that pages would help. */
const ALL = { page: { curPage: 1, perPage: 1_000 } };

/** All help articles in reading order, and the form of one. */
export function ArticlesPart({ search, onSearch, filters }: PartProps) {
  const { time_zone: zone } = useUser();
  const answer = useQuery({
    ...query("/network/articles", ALL),
    placeholderData: keepPreviousData,
  });
  const opened = useOpenedRow({
    answer,
    isOpened: search.edit === undefined ? undefined : ({ slug }) => slug === search.edit,
    alone: query("/network/articles", ALL),
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
      form={(close, saved) => <ArticleForm key={search.edit} saved={saved} onSaved={close} />}
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
    { key: "page", title: news.page, cell: ({ page }) => page },
    {
      key: "updated_at",
      title: news.updated,
      cell: ({ updated_at }) =>
        updated_at ? <DateText value={updated_at} zone={zone} /> : news.builtIn,
    },
  ];
}
