import { Button, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";

import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import type { User } from "@/api/user/roles";
import { impersonation } from "@/text/account/impersonation";
import { common } from "@/text/core/common";
import { frame } from "@/text/core/frame";
import { CopyButton } from "@/ui/form/CopyButton";
import { withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

export interface ImpersonateModalProps {
  /** Who signs in. */
  user: User;
  /** The publisher's ID, where it is known. */
  uid?: number;
  onGone: () => void;
}

/** A link by which one of the staff signs in as a publisher, who sees that in their log. */
export function ImpersonateModal({ user, uid, onGone }: ImpersonateModalProps) {
  const [opened, setOpened] = useState(true);
  const [url, setUrl] = useState("");
  const { form, submit, busy, failure } = useCallForm("/auth/sign_in_admin", {
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
  const close = () => setOpened(false);
  return (
    <AppModal opened={opened} onClose={close} onClosed={onGone} title={frame.signInAs}>
      {url ? (
        <Stack gap="md">
          <Text>{impersonation.linkReady}</Text>
          <TextInput aria-label={impersonation.linkLabel} value={url} readOnly data-autofocus />
          <Group justify="flex-end" gap="sm">
            <CopyButton value={url} label={impersonation.copyLink} />
          </Group>
        </Stack>
      ) : (
        <form noValidate onSubmit={submit}>
          <Stack gap="md">
            <Text c="dimmed">{impersonation.signInAsHelp}</Text>
            <TextInput
              label={impersonation.whom}
              data-autofocus={!uid || undefined}
              {...form.getInputProps("whom")}
            />
            <TextInput
              label={impersonation.reason}
              data-autofocus={Boolean(uid) || undefined}
              {...form.getInputProps("reason")}
            />
            <PasswordInput
              label={impersonation.ownPassword}
              autoComplete="current-password"
              {...form.getInputProps("password")}
            />
            <TextInput
              label={impersonation.ownCode}
              autoComplete="one-time-code"
              {...withHelp(impersonation.ownCodeHelp, form.errors.otp)}
              {...form.getInputProps("otp")}
            />
            <FormNote text={failure} />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={close}>
                {common.cancel}
              </Button>
              <Button type="submit" loading={busy}>
                {impersonation.makeLink}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </AppModal>
  );
}
