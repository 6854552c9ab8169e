import { Button, Group, PasswordInput, Stack } from "@mantine/core";

import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { security } from "@/text/account/security";
import { toast } from "@/ui/feedback/toasts";
import { withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { Panel } from "@/ui/layout/Panel";

const EMPTY = { old: "", password: "", confirm_password: "" };

/** Another password, for whoever knows the present one. */
export function PasswordPanel() {
  const { form, submit, busy, failure } = useCallForm("/user/password_edit", {
    initialValues: EMPTY,
    check: ({ password, confirm_password }) =>
      confirm_password && password !== confirm_password
        ? { confirm_password: security.differ }
        : {},
    fieldByCode: {
      [codes.LOGIN_PASSWORD_INVALID]: "old",
      [codes.CONFIRM_PASSWORD_WRONG]: "confirm_password",
    },
    refresh: ["/auth/sessions", "/user/audit"],
    onSuccess: () => {
      form.setValues(EMPTY);
      toast.success(security.changed);
    },
  });
  return (
    <Panel title={security.password} tall>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <PasswordInput
            label={security.oldPassword}
            autoComplete="current-password"
            {...form.getInputProps("old")}
          />
          <PasswordInput
            label={security.newPassword}
            autoComplete="new-password"
            {...withHelp(security.newPasswordHelp, form.errors.password)}
            {...form.getInputProps("password")}
          />
          <PasswordInput
            label={security.again}
            autoComplete="new-password"
            {...withHelp(security.passwordHelp, form.errors.confirm_password)}
            {...form.getInputProps("confirm_password")}
          />
          <FormNote text={failure} />
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              {security.changePassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
