import { Button, PasswordInput, Stack } from "@mantine/core";

import { Refusal } from "@/api/call";
import { useCallForm } from "@/api/form/form";
import * as codes from "@/api/gen/codes.gen";
import { useSession } from "@/api/session";
import { login } from "@/text/account/login";
import { withHelp } from "@/ui/form/Field";

interface ResetFormProps {
  token: string;
  onDone: () => void;
  /** The link stopped working while the form was filled in. */
  onDead: (refusal: Refusal) => void;
}

const DEAD = new Set<number>([codes.TRACK_USED, codes.TOKEN_INVALID, codes.PASSWORD_RESET_FAILED]);

/** A new password, twice. */
export function ResetForm({ token, onDone, onDead }: ResetFormProps) {
  const { form, submit, busy } = useCallForm("/auth/pwd_reset", {
    initialValues: { password: "", confirm_password: "" },
    attributes: (values) => ({ token, ...values }),
    check: ({ password, confirm_password }) =>
      confirm_password && password !== confirm_password ? { confirm_password: login.differ } : {},
    onSuccess: () => {
      // Every session is over, also one of this browser.
      useSession.getState().signOut();
      onDone();
    },
    onFailure: (failure) => {
      if (failure instanceof Refusal && DEAD.has(failure.code)) onDead(failure);
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <PasswordInput
          label={login.newPassword}
          autoComplete="new-password"
          {...withHelp(login.newPasswordHelp, form.errors.password)}
          {...form.getInputProps("password")}
        />
        <PasswordInput
          label={login.again}
          autoComplete="new-password"
          {...form.getInputProps("confirm_password")}
        />
        <Button type="submit" loading={busy} fullWidth>
          {login.changePassword}
        </Button>
      </Stack>
    </form>
  );
}
