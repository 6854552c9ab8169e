import { Button, Group, Stack, TextInput } from "@mantine/core";

import { useAskedText } from "@/features/network/ReasonModal";
import { common } from "@/text/core/common";
import { money } from "@/text/network/money";
import { withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { LazyModal } from "@/ui/overlay/LazyModal";

interface ReferenceModalProps {
  title: string;
  help: string;
  confirm: string;
  opened: boolean;
  onClose: () => void;
  /** Runs the action; if that fails, the modal stays open and shows why. */
  onReference: (reference: string) => unknown;
}

/** Asks for the bank's number of a transfer. */
export function ReferenceModal(props: ReferenceModalProps) {
  const { title, help, confirm, opened, onClose, onReference } = props;
  const textForm = useAskedText({ title, onText: onReference, onClose });
  const error = textForm.missing && money.referenceNeeded;
  return (
    <LazyModal opened={opened} onClose={onClose} title={title}>
      <form noValidate onSubmit={textForm.send}>
        <Stack>
          <TextInput
            name="reference"
            label={money.reference}
            maxLength={64}
            data-autofocus
            value={textForm.text}
            error={error}
            {...withHelp(help, error)}
            onChange={({ currentTarget }) => textForm.write(currentTarget.value)}
          />
          <FormNote text={textForm.failure} />
          <Group justify="flex-end">
            <Button variant="default" disabled={textForm.busy} onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={textForm.busy}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </LazyModal>
  );
}
