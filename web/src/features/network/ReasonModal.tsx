import { Button, Group, Stack, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";

import { failureText } from "@/api/form/failureText";
import { useDraft } from "@/api/form/useDraft";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { network } from "@/text/network/network";
import { withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { LazyModal } from "@/ui/overlay/LazyModal";

const MAX_LENGTH = 255;

interface ReasonModalProps {
  /** The name of the item to reject. */
  name: string;
  /** Texts to use instead of those for rejecting. */
  words?: { title: string; help: string; confirm: string };
  opened: boolean;
  onClose: () => void;
  /** Runs the action; if that fails, the modal stays open and shows why. */
  onReason: (reason: string) => unknown;
}

/** Asks for the reason of a rejection or another action. */
export function ReasonModal({ name, words, opened, onClose, onReason }: ReasonModalProps) {
  const title = words?.title ?? network.rejectTitle(name);
  const textForm = useAskedText({ title, onText: onReason, onClose });
  const error = textForm.missing && network.reasonNeeded;
  return (
    <LazyModal opened={opened} onClose={onClose} title={title}>
      <form noValidate onSubmit={textForm.send}>
        <Stack>
          <Textarea
            name="reason"
            label={network.reason}
            maxLength={MAX_LENGTH}
            rows={3}
            data-autofocus
            value={textForm.text}
            error={error}
            {...withHelp(words?.help ?? network.reasonHelp, error)}
            onChange={({ currentTarget }) => textForm.write(currentTarget.value)}
          />
          <FormNote text={textForm.failure} />
          <Group justify="flex-end">
            <Button variant="default" disabled={textForm.busy} onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" color="red" loading={textForm.busy}>
              {words?.confirm ?? network.reject}
            </Button>
          </Group>
        </Stack>
      </form>
    </LazyModal>
  );
}

interface AskedText {
  /** The modal's title, which says what the text is about. */
  title: string;
  /** Runs the action. */
  onText: (text: string) => unknown;
  onClose: () => void;
}

/** The one text a modal asks for: kept until it was accepted, sent once, and why it could not be sent. */
export function useAskedText({ title, onText, onClose }: AskedText) {
  const { uid, id } = useUser();
  const { draft, setDraft, clear } = useDraft(`network_asked ${uid} ${id} ${title}`, { text: "" });
  const { text } = draft;
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const trimmed = text.trim();
    setMissing(!trimmed);
    if (!trimmed || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await onText(trimmed);
      clear();
      onClose();
    } catch (thrown) {
      setFailure(failureText(thrown));
    } finally {
      setBusy(false);
    }
  };
  return {
    text,
    write: (typed: string) => setDraft({ text: typed }),
    send,
    busy,
    failure,
    missing: missing && !text.trim(),
  };
}
