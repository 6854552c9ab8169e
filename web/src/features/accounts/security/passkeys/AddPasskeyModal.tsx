import { Text } from "@mantine/core";
import { useState } from "react";
import { call, type Data, type Path } from "@/api/call";
import { passkeyFailure } from "@/api/form/passkeyFailure";
import { useReauthForm } from "@/api/form/useReauthForm";
import { invalidate } from "@/api/invalidate";
import { makePasskey } from "@/api/passkeyPrompt";
import { passkeys as words } from "@/text/accounts/passkeys";
import { toast } from "@/ui/feedback/toasts";
import { Form } from "@/ui/form/Form";
import { ReauthInput } from "@/ui/form/lazy/ReauthInput";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

interface AddPasskeyModalProps {
  refresh: Path[];
  onClosed: () => void;
}

/** Adds a passkey: the password or another passkey first, then the browser makes it. */
export function AddPasskeyModal({ refresh, onClosed }: AddPasskeyModalProps) {
  const [opened, setOpened] = useState(true);
  const [making, setMaking] = useState(false);
  const [unmade, setUnmade] = useState<string | null>(null);
  const close = () => setOpened(false);
  const { reauth, ...sending } = useReauthForm("/user/passkey_begin", {
    initialValues: { password: "" },
    onSuccess: (begun) => void make(begun),
  });
  const make = async ({ options }: Data<"/user/passkey_begin">) => {
    setMaking(true);
    setUnmade(null);
    try {
      const credential = await makePasskey(options);
      const { name } = await call("/user/passkey_save", { attributes: { credential } });
      await invalidate(refresh);
      toast.success(words.added(name));
      close();
    } catch (failure) {
      setUnmade(passkeyFailure(failure, words.notMade));
    }
    setMaking(false);
  };
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={words.addTitle}>
      <Form
        {...sending}
        failure={sending.failure ?? unmade}
        waits={making}
        save={words.goOn}
        onCancel={close}
        gap="lg"
      >
        <Text>{words.addHelp}</Text>
        <ReauthInput of={reauth} label={words.yourPassword} autoFocus />
      </Form>
    </AppModal>
  );
}
