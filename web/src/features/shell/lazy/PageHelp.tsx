import { Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { ArticleRow } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { help } from "@/text/publisher/help";
import { AnchorLink, ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { SearchInput } from "@/ui/filter/SearchInput";
import { RichText } from "@/ui/prose/RichText";
import { RowList } from "@/ui/table/RowList";

/** The article about a page, and the way to all the others. */
export function PageHelp({ path }: { path: string }) {
  const [keyword, setKeyword] = useState("");
  const listed = useQuery(query("/home/help", { attributes: { keyword } }));
  const every = useQuery(query("/home/help", { attributes: { keyword: "" } }));
  const own = every.data && articleOf(path, every.data.list);
  return (
    <Stack gap="lg" pb="lg">
      <SearchInput label={help.search} hint={help.search} value={keyword} onSearch={setKeyword} />
      {listed.error ? (
        <ErrorState
          error={listed.error}
          busy={listed.isFetching}
          onRetry={() => void listed.refetch()}
        />
      ) : !listed.data || !every.data ? (
        <SkeletonRows rows={6} height={48} />
      ) : keyword || !own ? (
        <Articles list={listed.data.list} />
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

function Articles({ list }: { list: ArticleRow[] }) {
  if (list.length === 0) return <EmptyState title={help.nothing} help={help.nothingHelp} />;
  return (
    <RowList label={help.title}>
      {list.map(({ slug, title, summary }) => (
        <li key={slug}>
          <AnchorLink to="/help" search={{ article: slug }} fw={500}>
            {title}
          </AnchorLink>
          <Text size="sm" c="dimmed">
            {summary}
          </Text>
        </li>
      ))}
    </RowList>
  );
}

/** The article whose page is the beginning of a path; of several the longest. */
export function articleOf(path: string, list: ArticleRow[]): ArticleRow | undefined {
  return list
    .filter(({ page }) => page && (path === page || startsAt(page, path)))
    .sort((one, other) => (other.page ?? "").length - (one.page ?? "").length)[0];
}

/** `/settings/payment` explains `/settings/payment-add-bank`, too. */
function startsAt(page: string, path: string): boolean {
  return path.startsWith(page) && "/-".includes(path[page.length] ?? " ");
}
