import { PasswordInput } from "@mantine/core";
import { useReauthForm } from "@/api/form/useReauthForm";
import { security } from "@/text/accounts/security";
import { Hint } from "@/ui/base/Hint";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { ReauthInput } from "@/ui/form/lazy/ReauthInput";
import { Panel } from "@/ui/layout/Panel";

const EMPTY = { old: "", password: "" };

/** Changes the password, confirmed by the present one. */
export function PasswordPanel() {
  const { form, reauth, ...sending } = useReauthForm("/user/password_edit", {
    initialValues: EMPTY,
    attributes: (values) => ({ ...values, confirm_password: values.password }),
    field: "old",
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
        <ReauthInput of={reauth} label={security.oldPassword} />
        <PasswordInput
          {...field("password", security.newPassword, security.newPasswordHelp)}
          autoComplete="new-password"
        />
        <Hint>{security.passwordHelp}</Hint>
      </Form>
    </Panel>
  );
}
