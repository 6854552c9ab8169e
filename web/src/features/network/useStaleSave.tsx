import { Button, Group } from "@mantine/core";
import { useState } from "react";

import { Refusal } from "@/api/call";
import { clearDraft } from "@/api/form/formDraft";
import { CHANGED_MEANWHILE } from "@/api/gen/codes.gen";
import { staleSave } from "@/text/network/staleSave";

/**
 * A form whose record somebody else has changed since it was read: the portal says what, and the
 * record is loaded again, without what was typed, once the operator has seen it.
 */
export function useStaleSave(draft: string, onReload: () => void) {
  const [stale, setStale] = useState(false);
  const reload = () => {
    clearDraft(draft);
    onReload();
  };
  return {
    onFailure: (failure: Error) =>
      setStale(failure instanceof Refusal && failure.code === CHANGED_MEANWHILE),
    loadAgain: stale && (
      <Group justify="flex-end">
        <Button variant="default" onClick={reload}>
          {staleSave.loadAgain}
        </Button>
      </Group>
    ),
  };
}
