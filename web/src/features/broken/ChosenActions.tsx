import { Button, Group, Text } from "@mantine/core";

import type { BrokenLink } from "@/api/gen/types.gen";
import { broken as words } from "@/text/publisher/broken";
import { openConfirm } from "@/ui/confirm/confirmStore";

import { useBrokenCalls } from "./useBrokenCalls";

interface ChosenActionsProps {
  chosen: BrokenLink[];
  onDone: () => void;
}

/** What can be done with several links at once. */
export function ChosenActions({ chosen, onDone }: ChosenActionsProps) {
  const { fix, check, ignore, busy } = useBrokenCalls(onDone);
  const ids = chosen.map(({ id }) => id);
  const fixable = chosen.filter(({ state, suggestion }) => state === "open" && suggestion);
  const kept = chosen.filter(({ suggestion }) => !suggestion).length;
  const notice = kept > 0 ? ` ${words.noSuggestion(kept, chosen.length)}` : "";
  if (chosen.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        {words.noneChosen}
      </Text>
    );
  }
  return (
    <Group gap="xs">
      <Text size="sm">{words.chosen(chosen.length)}</Text>
      <Button
        size="xs"
        loading={fix.isPending}
        disabled={busy || fixable.length === 0}
        onClick={() =>
          openConfirm({
            title: words.fixTitle(fixable.length),
            question: words.fixHelp + notice,
            confirm: words.fixChosen,
            onConfirm: () => fix.mutate({ attributes: { ids: fixable.map(({ id }) => id) } }),
          })
        }
      >
        {words.fixChosen}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={check.isPending}
        onClick={() => check.mutate({ attributes: { ids } })}
      >
        {words.check}
      </Button>
      {chosen.every(({ state }) => state === "open") && (
        <Button
          size="xs"
          variant="default"
          loading={ignore.isPending}
          onClick={() => ignore.mutate({ attributes: { ids, ignored: true } })}
        >
          {words.ignore}
        </Button>
      )}
    </Group>
  );
}
