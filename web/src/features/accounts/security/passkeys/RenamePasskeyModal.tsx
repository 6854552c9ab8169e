import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import type { Passkey } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { passkeys as words } from "@/text/accounts/passkeys";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

interface RenamePasskeyModalProps {
  passkey: Passkey;
  onClosed: () => void;
}

/** Gives a passkey another name. */
export function RenamePasskeyModal({ passkey, onClosed }: RenamePasskeyModalProps) {
  const { uid } = useUser();
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const { form, ...sending } = useCallForm("/user/passkey_save", {
    initialValues: { name: passkey.name },
    attributes: ({ name }) => ({ id: passkey.id, name }),
    check: ({ name }) => (name.trim() ? {} : { name: words.nameNeeded }),
    draft: `passkey ${uid} ${passkey.id}`,
    refresh: ["/user/passkey_list", "/user/audit"],
    onSuccess: () => {
      toast.success(words.renamed);
      close();
    },
  });
  const field = fieldsOf(form);
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={words.renameTitle}>
      <Form {...sending} save={words.save} onCancel={close} gap="lg">
        <TextInput {...field("name", words.name)} data-autofocus />
      </Form>
    </AppModal>
  );
}
