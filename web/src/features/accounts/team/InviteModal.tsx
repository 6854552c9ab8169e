import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useReauthForm } from "@/api/form/useReauthForm";
import * as codes from "@/api/gen/codes.gen";
import type { Role } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { team as words } from "@/text/accounts/team";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { ReauthInput } from "@/ui/form/lazy/ReauthInput";
import { AppModal } from "@/ui/overlay/lazy/AppModal";
import { AccessFields, accessOf } from "./AccessFields";
import { RoleField } from "./RoleField";

/** Invites somebody to the team by mail. */
export function InviteModal({ onClosed }: { onClosed: () => void }) {
  const { uid } = useUser();
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const { form, reauth, ...sending } = useReauthForm("/user/team_invite", {
    initialValues: {
      email: "",
      role: "analyst" as Role,
      channels: [] as string[],
      with_money: true,
      password: "",
    },
    attributes: ({ email, password, ...access }) => ({ email, password, ...accessOf(access) }),
    fieldByCode: { [codes.EMAIL_TAKEN]: "email" },
    draft: `team ${uid}`,
    refresh: ["/user/team_list"],
    onSuccess: () => {
      toast.success(words.invited(form.values.email));
      close();
    },
  });
  const field = fieldsOf(form);
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={words.invite}>
      <Form {...sending} save={words.sendInvitation} onCancel={close} gap="lg">
        <Text>{words.inviteHelp}</Text>
        <TextInput {...field("email", words.email)} type="email" data-autofocus />
        <RoleField {...form.getInputProps("role")} />
        <AccessFields
          values={form.values}
          onChange={(change) => form.setValues(change)}
          error={form.errors.site_ids}
        />
        <ReauthInput of={reauth} label={words.password} help={words.passwordHelp} />
      </Form>
    </AppModal>
  );
}
