import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";

import { common } from "@/text/core/common";
import { money } from "@/text/network/money";
import { withHelp } from "@/ui/form/Field";
import { LazyModal } from "@/ui/overlay/LazyModal";

interface ReferenceModalProps {
  title: string;
  help: string;
  confirm: string;
  opened: boolean;
  onClose: () => void;
  onReference: (reference: string) => void;
}

/** Asks for the bank's number of a transfer. */
export function ReferenceModal(props: ReferenceModalProps) {
  const { title, help, confirm, opened, onClose, onReference } = props;
  const [reference, setReference] = useState("");
  const [missing, setMissing] = useState(false);
  const error = missing && !reference.trim() && money.referenceNeeded;
  const send = (event: React.FormEvent) => {
    event.preventDefault();
    if (reference.trim()) onReference(reference.trim());
    else setMissing(true);
  };
  return (
    <LazyModal opened={opened} onClose={onClose} title={title}>
      <form noValidate onSubmit={send}>
        <Stack gap="md">
          <TextInput
            label={money.reference}
            maxLength={64}
            data-autofocus
            value={reference}
            error={error}
            {...withHelp(help, error)}
            onChange={({ currentTarget }) => setReference(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit">{confirm}</Button>
          </Group>
        </Stack>
      </form>
    </LazyModal>
  );
}
