import { Button, Group, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";

import { common } from "@/text/core/common";

import type { ConfirmRequest } from "@/ui/confirm/confirmStore";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

/** Asks one question; it is mounted again for each. */
export function ConfirmModal({
  title,
  question,
  confirm = common.ok,
  keep = common.cancel,
  destroys,
  onConfirm,
  onClose,
}: ConfirmRequest & { onClose: () => void }) {
  const [opened, setOpened] = useState(true);
  const confirmed = useRef(false);
  const close = () => setOpened(false);
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClose} title={title}>
      <Stack gap="lg">
        <Text>{question}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} data-autofocus>
            {keep}
          </Button>
          <Button
            color={destroys ? "red" : undefined}
            onClick={() => {
              // A second click can come while it closes.
              if (confirmed.current) return;
              confirmed.current = true;
              close();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </AppModal>
  );
}
