import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useReauthForm } from "@/api/form/useReauthForm";
import * as codes from "@/api/gen/codes.gen";
import { useUser } from "@/api/user/useUser";
import { staff as words } from "@/text/network/staff";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { ReauthInput } from "@/ui/form/lazy/ReauthInput";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

/** Adds a member of staff, who is mailed a link to choose a password. */
export function AddStaffModal({ onClosed }: { onClosed: () => void }) {
  const { uid, id } = useUser();
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const { form, reauth, ...sending } = useReauthForm("/staff/add", {
    initialValues: { email: "", password: "" },
    fieldByCode: { [codes.EMAIL_TAKEN]: "email" },
    draft: `network_staff ${uid} ${id}`,
    refresh: ["/staff/list"],
    onSuccess: () => {
      toast.success(words.added(form.values.email));
      close();
    },
  });
  const field = fieldsOf(form);
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={words.addTitle}>
      <Form {...sending} save={words.addIt} onCancel={close} gap="lg">
        <Text>{words.addHelp}</Text>
        <TextInput {...field("email", words.email)} type="email" data-autofocus />
        <ReauthInput of={reauth} label={words.password} help={words.passwordHelp} />
      </Form>
    </AppModal>
  );
}
