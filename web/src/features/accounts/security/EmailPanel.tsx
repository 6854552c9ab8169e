import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useReauthForm } from "@/api/form/useReauthForm";
import { useUser } from "@/api/user/useUser";
import { security } from "@/text/accounts/security";
import { Hint } from "@/ui/base/Hint";
import { Callout } from "@/ui/feedback/Callout";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { ReauthInput } from "@/ui/form/lazy/ReauthInput";
import { Panel } from "@/ui/layout/Panel";

const EMPTY = { email: "", password: "" };

/** Changes the email address; it takes effect once the link mailed to it is opened. */
export function EmailPanel() {
  const user = useUser();
  const [newAddress, setNewAddress] = useState("");
  const { form, reauth, ...sending } = useReauthForm("/user/email_edit", {
    initialValues: EMPTY,
    draft: `email ${user.uid}`,
    refresh: ["/user/audit"],
    onSuccess: (_, { attributes }) => {
      setNewAddress(attributes.email);
      form.setValues(EMPTY);
    },
  });
  const field = fieldsOf(form);
  return (
    <Panel title={security.email} tall>
      <Form {...sending} save={security.changeEmail} variant="default">
        <Hint size="sm">{security.emailNow(user.login_email)}</Hint>
        {newAddress && newAddress !== user.login_email && (
          <Callout state="pending" title={security.emailAskedTitle}>
            <Text size="sm">{security.emailAsked(newAddress)}</Text>
          </Callout>
        )}
        <TextInput {...field("email", security.newEmail)} type="email" autoComplete="email" />
        <ReauthInput of={reauth} label={security.yourPassword} />
      </Form>
    </Panel>
  );
}
