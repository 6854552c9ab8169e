import { Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import type { User } from "@/api/user/roles";
import { impersonation } from "@/text/accounts/impersonation";
import { common } from "@/text/core/common";
import { frame } from "@/text/core/frame";
import { CopyButton } from "@/ui/form/CopyButton";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

export interface ImpersonateModalProps {
  /** Who signs in. */
  user: User;
  /** The publisher's ID, where it is known. */
  uid?: number;
  onGone: () => void;
}

/** Creates a link for an operator to sign in as a publisher, who sees that in their log. */
export function ImpersonateModal({ user, uid, onGone }: ImpersonateModalProps) {
  const [opened, setOpened] = useState(true);
  const [url, setUrl] = useState("");
  const { form, ...sending } = useCallForm("/auth/sign_in_admin", {
    initialValues: { whom: uid ? String(uid) : "", reason: "", password: "", otp: "" },
    attributes: ({ whom, ...rest }) => ({
      ...rest,
      ...(/^\d+$/.test(whom.trim()) ? { uid: Number(whom) } : { email: whom.trim() }),
      account: user.username,
    }),
    check: ({ whom }) => (whom.trim() ? {} : { whom: common.required }),
    fieldByCode: {
      [codes.USER_UNKNOWN]: "whom",
      [codes.EMAIL_UNKNOWN]: "whom",
      [codes.USER_LOCKED]: "whom",
      [codes.EMAIL_INVALID]: "whom",
      [codes.PASSWORD_INCORRECT]: "password",
      [codes.VERIFICATION_CODE_INVALID]: "otp",
    },
    onSuccess: ({ url: made }) => setUrl(made),
  });
  const field = fieldsOf(form);
  const close = () => setOpened(false);
  return (
    <AppModal opened={opened} onClose={close} onClosed={onGone} title={frame.signInAs}>
      {url ? (
        <Stack>
          <Text>{impersonation.linkReady}</Text>
          <TextInput aria-label={impersonation.linkLabel} value={url} readOnly data-autofocus />
          <Group justify="flex-end" gap="sm">
            <CopyButton value={url} label={impersonation.copyLink} />
          </Group>
        </Stack>
      ) : (
        <Form {...sending} save={impersonation.makeLink} onCancel={close}>
          <Text c="dimmed">{impersonation.signInAsHelp}</Text>
          <TextInput {...field("whom", impersonation.whom)} data-autofocus={!uid || undefined} />
          <TextInput
            {...field("reason", impersonation.reason)}
            data-autofocus={Boolean(uid) || undefined}
          />
          <PasswordInput
            {...field("password", impersonation.ownPassword)}
            autoComplete="current-password"
          />
          <TextInput
            {...field("otp", impersonation.ownCode, impersonation.ownCodeHelp)}
            autoComplete="one-time-code"
          />
        </Form>
      )}
    </AppModal>
  );
}
