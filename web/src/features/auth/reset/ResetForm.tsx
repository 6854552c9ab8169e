import { Button, PasswordInput, Stack } from "@mantine/core";

import { Refusal } from "@/api/call";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { useSession } from "@/api/session";
import { security } from "@/text/account/security";
import { withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";

interface ResetFormProps {
  token: string;
  /** With the account to sign in with. */
  onDone: (account: string) => void;
  /** The link stopped working while the form was filled in. */
  onExpired: (refusal: Refusal) => void;
}

const DEAD_LINK_CODES = new Set<number>([
  codes.TRACK_USED,
  codes.TOKEN_INVALID,
  codes.PASSWORD_RESET_FAILED,
]);

/** A new password, twice. */
export function ResetForm({ token, onDone, onExpired }: ResetFormProps) {
  const { form, submit, busy, failure } = useCallForm("/auth/pwd_reset", {
    initialValues: { password: "", confirm_password: "" },
    attributes: (values) => ({ token, ...values }),
    check: ({ password, confirm_password }) =>
      confirm_password && password !== confirm_password
        ? { confirm_password: security.differ }
        : {},
    onSuccess: ({ account }) => {
      // Every session has ended, including the one in this browser.
      useSession.getState().signOut();
      onDone(account);
    },
    onFailure: (failure) => {
      if (failure instanceof Refusal && DEAD_LINK_CODES.has(failure.code)) onExpired(failure);
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <PasswordInput
          label={security.newPassword}
          autoComplete="new-password"
          {...withHelp(security.newPasswordHelp, form.errors.password)}
          {...form.getInputProps("password")}
        />
        <PasswordInput
          label={security.again}
          autoComplete="new-password"
          {...form.getInputProps("confirm_password")}
        />
        <FormNote text={failure} />
        <Button type="submit" loading={busy} fullWidth>
          {security.changePassword}
        </Button>
      </Stack>
    </form>
  );
}
