import { Paper, SimpleGrid, Stack } from "@mantine/core";

import type { ArticleRow, Section } from "@/api/gen/types.gen";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { help } from "@/text/home/help";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { SearchInput } from "@/ui/filter/SearchInput";
import { PageHeader } from "@/ui/layout/PageHeader";
import { Panel } from "@/ui/layout/Panel";
import { ArticleRows } from "@/ui/table/ArticleRows";

interface HelpPageProps {
  keyword: string;
  onSearch: (keyword: string) => void;
}

/** All articles by section, or those that answer a question, best first. */
export function HelpPage({ keyword, onSearch }: HelpPageProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useSteadyQuery("/home/help", {
    attributes: { keyword },
  });
  return (
    <>
      <PageHeader title={help.title} help={help.help} />
      <SearchInput label={help.search} hint={help.hint} value={keyword} onSearch={onSearch} />
      {data ? (
        <Stack opacity={isPlaceholderData ? 0.5 : 1} aria-busy={isPlaceholderData}>
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
          button={{ label: help.clear, onClick: () => onSearch("") }}
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
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {sections.map((section: Section) => (
        <Panel key={section} title={help.sections[section]} tall>
          <ArticleRows list={list.filter((each) => each.section === section)} />
        </Panel>
      ))}
    </SimpleGrid>
  );
}
