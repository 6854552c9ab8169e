import { Button, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { ArticleRow, Section } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { help } from "@/text/publisher/help";
import { AnchorLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { SearchInput } from "@/ui/filter/SearchInput";
import { PageHeader } from "@/ui/layout/PageHeader";
import { Panel } from "@/ui/layout/Panel";
import { RowList } from "@/ui/table/RowList";

interface HelpPageProps {
  keyword: string;
  onSearch: (keyword: string) => void;
}

/** All articles by section, or those that have the words one looks for. */
export function HelpPage({ keyword, onSearch }: HelpPageProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query("/home/help", { attributes: { keyword } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title={help.title} help={help.help} />
      <SearchInput label={help.search} hint={help.hint} value={keyword} onSearch={onSearch} />
      {data ? (
        <Stack gap="md" opacity={isPlaceholderData ? 0.5 : 1} aria-busy={isPlaceholderData}>
          <Found list={data.list} keyword={keyword} onSearch={onSearch} />
        </Stack>
      ) : error ? (
        <Paper>
          <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Paper>
      ) : (
        <SkeletonRows rows={6} height={64} />
      )}
    </>
  );
}

function Found({ list, keyword, onSearch }: HelpPageProps & { list: ArticleRow[] }) {
  if (list.length === 0 && !keyword) {
    return (
      <Paper>
        <EmptyState title={help.empty} help={help.emptyHelp} />
      </Paper>
    );
  }
  if (list.length === 0) {
    return (
      <Paper>
        <EmptyState
          title={help.nothing}
          help={help.nothingHelp}
          action={
            <Button size="xs" variant="default" onClick={() => onSearch("")}>
              {help.clear}
            </Button>
          }
        />
      </Paper>
    );
  }
  if (keyword) {
    return (
      <Panel title={help.found(list.length)}>
        <ArticleRows list={list} />
      </Panel>
    );
  }
  const sections = [...new Set(list.map(({ section }) => section))];
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      {sections.map((section: Section) => (
        <Panel key={section} title={help.sections[section]} tall>
          <ArticleRows list={list.filter((each) => each.section === section)} />
        </Panel>
      ))}
    </SimpleGrid>
  );
}

/** Articles with their summaries. */
export function ArticleRows({ list }: { list: ArticleRow[] }) {
  return (
    <RowList>
      {list.map(({ slug, title, summary }) => (
        <li key={slug}>
          <Title order={3}>
            <AnchorLink to="/help" search={{ article: slug }} inherit>
              {title}
            </AnchorLink>
          </Title>
          <Text size="sm" c="dimmed">
            {summary}
          </Text>
        </li>
      ))}
    </RowList>
  );
}
