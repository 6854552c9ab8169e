import { Button } from "@mantine/core";

import { broken as words } from "@/text/publisher/broken";
import { EmptyState } from "@/ui/feedback/EmptyState";

import type { BrokenSearch } from "./search";

interface NoBrokenLinksProps {
  search: BrokenSearch;
  onSearch: (change: Partial<BrokenSearch>) => void;
}

const EMPTY = { open: words.emptyTitle, fixed: words.emptyFixed, ignored: words.emptyIgnored };

/** Why nothing is listed. */
export function NoBrokenLinks({ search, onSearch }: NoBrokenLinksProps) {
  if (!search.fault && !search.brand && !search.channel) {
    const { state = "open" } = search;
    return (
      <EmptyState title={EMPTY[state]} help={state === "open" ? words.emptyHelp : undefined} />
    );
  }
  return (
    <EmptyState
      title={words.noMatchTitle}
      help={words.noMatchHelp}
      action={
        <Button
          size="xs"
          variant="default"
          onClick={() => onSearch({ fault: undefined, brand: undefined, channel: undefined })}
        >
          {words.clear}
        </Button>
      }
    />
  );
}
