import { PasswordInput } from "@mantine/core";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { security } from "@/text/accounts/security";
import { Hint } from "@/ui/base/Hint";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { Panel } from "@/ui/layout/Panel";

const EMPTY = { old: "", password: "" };

/** Changes the password, confirmed by the present one. */
export function PasswordPanel() {
  const { form, ...sending } = useCallForm("/user/password_edit", {
    initialValues: EMPTY,
    attributes: (values) => ({ ...values, confirm_password: values.password }),
    fieldByCode: { [codes.LOGIN_PASSWORD_INVALID]: "old" },
    refresh: ["/auth/sessions", "/user/audit"],
    onSuccess: () => {
      form.setValues(EMPTY);
      toast.success(security.changed);
    },
  });
  const field = fieldsOf(form);
  return (
    <Panel title={security.password} tall>
      <Form {...sending} save={security.changePassword}>
        <PasswordInput {...field("old", security.oldPassword)} autoComplete="current-password" />
        <PasswordInput
          {...field("password", security.newPassword, security.newPasswordHelp)}
          autoComplete="new-password"
        />
        <Hint>{security.passwordHelp}</Hint>
      </Form>
    </Panel>
  );
}
