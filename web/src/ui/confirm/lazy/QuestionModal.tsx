import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";

import { common } from "@/text/core/common";

import type { Question } from "@/ui/confirm/asking";
import { DialogFrame } from "@/ui/overlay/lazy/DialogFrame";

/** Asks one question, once. */
export function QuestionModal({
  title,
  question,
  confirm = common.ok,
  destroys,
  onConfirm,
  onClose,
}: Question & { onClose: () => void }) {
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  return (
    <DialogFrame opened={opened} onClose={close} onGone={onClose} title={title}>
      <Stack gap="lg">
        <Text>{question}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} data-autofocus>
            {common.cancel}
          </Button>
          <Button
            color={destroys ? "red" : undefined}
            onClick={() => {
              close();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </DialogFrame>
  );
}
