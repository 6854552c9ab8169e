import { Button, Group, Stack, Textarea } from "@mantine/core";
import { useState } from "react";

import { common } from "@/text/core/common";
import { network } from "@/text/network/network";
import { withHelp } from "@/ui/form/Field";
import { LazyModal } from "@/ui/overlay/LazyModal";

const MAX_LENGTH = 255;

interface ReasonModalProps {
  /** The name of what is rejected. */
  name: string;
  /** Texts to use instead of those for rejecting. */
  words?: { title: string; help: string; confirm: string };
  opened: boolean;
  onClose: () => void;
  onReason: (reason: string) => void;
}

/** Asks why something is rejected, or done to somebody. What was typed stays until it is sent. */
export function ReasonModal({ name, words, opened, onClose, onReason }: ReasonModalProps) {
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const send = (event: React.FormEvent) => {
    event.preventDefault();
    if (reason.trim()) onReason(reason.trim());
    else setMissing(true);
  };
  const error = missing && !reason.trim() && network.reasonNeeded;
  return (
    <LazyModal opened={opened} onClose={onClose} title={words?.title ?? network.rejectTitle(name)}>
      <form noValidate onSubmit={send}>
        <Stack gap="md">
          <Textarea
            label={network.reason}
            maxLength={MAX_LENGTH}
            rows={3}
            data-autofocus
            value={reason}
            error={error}
            {...withHelp(words?.help ?? network.reasonHelp, error)}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" color="red">
              {words?.confirm ?? network.reject}
            </Button>
          </Group>
        </Stack>
      </form>
    </LazyModal>
  );
}
