import { Text } from "@mantine/core";
import { useState } from "react";
import { useReauthForm } from "@/api/form/useReauthForm";
import type { TeamMember } from "@/api/gen/types.gen";
import { useSession } from "@/api/session";
import { useUser } from "@/api/user/useUser";
import { team as words } from "@/text/accounts/team";
import { toast } from "@/ui/feedback/toasts";
import { Form } from "@/ui/form/Form";
import { ReauthInput } from "@/ui/form/lazy/ReauthInput";
import { AppModal } from "@/ui/overlay/lazy/AppModal";
import { AccessFields, accessOf } from "./AccessFields";
import { memberName } from "./memberName";
import { RoleField } from "./RoleField";

interface RoleModalProps {
  member: TeamMember;
  onClosed: () => void;
}

/** Gives a member another role, unless somebody else has done so meanwhile. */
export function RoleModal({ member, onClosed }: RoleModalProps) {
  const user = useUser();
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const name = memberName(member);
  const { form, reauth, ...sending } = useReauthForm("/user/team_role", {
    initialValues: {
      role: member.role,
      channels: (member.site_ids ?? []).map(String),
      with_money: member.with_money ?? true,
      password: "",
    },
    // All channels are a null, which must be sent.
    clears: true,
    attributes: ({ password, ...access }) => ({
      ...accessOf(access),
      id: member.id,
      was: member.role,
      was_site_ids: member.site_ids,
      was_with_money: member.with_money ?? true,
      ...(password && { password }),
    }),
    refresh: ["/user/team_list", "/user/audit"],
    onSuccess: () => {
      toast.success(words.changed(name, form.values.role));
      close();
      if (member.id === user.id) useSession.getState().forget();
    },
  });
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={words.changeTitle(name)}>
      <Form {...sending} save={words.changeIt} onCancel={close} gap="lg">
        <Text>{words.changeHelp}</Text>
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
