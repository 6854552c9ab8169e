import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import { security } from "@/text/accounts/security";
import { signUp as signUpWords } from "@/text/accounts/signUp";
import { Hint } from "@/ui/base/Hint";
import { fieldsOf } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { PublicPage } from "@/ui/layout/PublicPage";

/** Asks for a link to a new password; the answer is the same whether or not the address is known. */
export function ForgotPassword() {
  const [sent, setSent] = useState("");
  const { form, submit, busy, failure } = useCallForm("/auth/pwd_forget", {
    initialValues: { email: "" },
    onSuccess: (_, { attributes }) => setSent(attributes.email),
  });
  const field = fieldsOf(form);
  const back = (
    <Anchor component={Link} to="/auth/login" size="sm" ta="center">
      {security.backToSignIn}
    </Anchor>
  );
  if (sent) {
    return (
      <PublicPage title={security.sentTitle}>
        <Stack>
          <Text role="status">{security.sent(sent)}</Text>
          <Hint size="sm">{security.sentHelp}</Hint>
          <Button variant="default" onClick={() => setSent("")}>
            {security.another}
          </Button>
          {back}
        </Stack>
      </PublicPage>
    );
  }
  return (
    <PublicPage title={security.forgotTitle} help={security.forgotHelp}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <TextInput {...field("email", signUpWords.email)} type="email" autoComplete="email" />
          <FormNote text={failure} />
          <Button type="submit" loading={busy} fullWidth>
            {security.sendLink}
          </Button>
          {back}
        </Stack>
      </form>
    </PublicPage>
  );
}
