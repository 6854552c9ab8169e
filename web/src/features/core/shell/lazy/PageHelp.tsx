import { Box, Stack, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { ArticleRow } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { pageArticles } from "@/features/core/shell/HelpButton";
import { help } from "@/text/home/help";
import { ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState, QueryError } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { SearchInput } from "@/ui/filter/SearchInput";
import { RichText } from "@/ui/prose/RichText";
import { ArticleRows } from "@/ui/table/ArticleRows";

/** The article about a page, and a link to all others. */
export function PageHelp({ path }: { path: string }) {
  const [keyword, setKeyword] = useState("");
  const listed = useQuery({
    ...pageArticles(path, keyword),
    placeholderData: keepPreviousData,
  });
  const every = useQuery(pageArticles(path));
  const own = every.data?.list.find(({ of_page }) => of_page);
  return (
    <Stack gap="lg" pb="lg">
      <SearchInput label={help.search} hint={help.search} value={keyword} onSearch={setKeyword} />
      {listed.error ? (
        <QueryError of={listed} />
      ) : !listed.data || !every.data ? (
        <SkeletonRows rows={6} height={48} />
      ) : keyword || !own ? (
        <Articles list={listed.data.list} stale={listed.isPlaceholderData} />
      ) : (
        <OwnArticle slug={own.slug} />
      )}
      <ButtonLink variant="default" to="/help">
        {help.all}
      </ButtonLink>
    </Stack>
  );
}

function OwnArticle({ slug }: { slug: string }) {
  const { data, error, isFetching, refetch } = useQuery(
    query("/home/help_article", { attributes: { slug } }),
  );
  if (error) return <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} height={48} />;
  return (
    <Stack component="article" gap="sm">
      <Title order={3}>{data.title}</Title>
      <RichText text={data.body} level={3} />
    </Stack>
  );
}

function Articles({ list, stale }: { list: ArticleRow[]; stale: boolean }) {
  if (list.length === 0) return <EmptyState title={help.nothing} help={help.nothingHelp} />;
  return (
    <Box opacity={stale ? 0.5 : 1} aria-busy={stale}>
      <ArticleRows list={list} label={help.title} />
    </Box>
  );
}
