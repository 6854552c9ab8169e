import { Paper, SegmentedControl, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { query } from "@/api/query";
import { why as words } from "@/text/reports/why";
import { Answer } from "@/ui/feedback/Answer";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { type WhySearch, whyInput } from "./searchParams";
import { WhyAnswer } from "./WhyAnswer";

interface WhyOwnProps {
  search: WhySearch;
  onSearch: (search: WhySearch) => void;
}

const ASPECTS = ["1", "2", "3"];

/** The answer about something of the publisher's own. */
export function WhyOwn({ search, onSearch }: WhyOwnProps) {
  const answer = useQuery(query("/reports/why", whyInput(search)));
  return (
    <Stack>
      {search.oid !== undefined && (
        <SegmentedControl
          aria-label={words.about}
          value={String(search.about ?? 1)}
          onChange={(about) => onSearch({ ...search, about: Number(about) })}
          data={ASPECTS.map((value) => ({ value, label: words.aspects[Number(value)] ?? value }))}
          w="fit-content"
        />
      )}
      <Answer of={answer} missing={<EmptyState title={words.unknown} help={words.unknownHelp} />}>
        {(data) => (
          <Paper p="lg">
            <WhyAnswer answer={data} />
          </Paper>
        )}
      </Answer>
    </Stack>
  );
}
