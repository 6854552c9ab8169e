import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { useCallForm } from "@/api/form/form";
import { auth } from "@/text/account/auth";
import { login } from "@/text/account/login";
import { PublicPage } from "@/ui/layout/PublicPage";

/** Asks for a link to a new password; the answer is the same whether or not the address is known. */
export function ForgotPassword() {
  const [sent, setSent] = useState("");
  const { form, submit, busy } = useCallForm("/auth/pwd_forget", {
    initialValues: { email: "" },
    onSuccess: (_, { attributes }) => setSent(attributes.email),
  });
  const back = (
    <Anchor component={Link} to="/auth/login" size="sm" ta="center">
      {login.backToSignIn}
    </Anchor>
  );
  if (sent) {
    return (
      <PublicPage title={login.sentTitle}>
        <Stack gap="md">
          <Text role="status">{login.sent(sent)}</Text>
          <Text size="sm" c="dimmed">
            {login.sentHelp}
          </Text>
          <Button variant="default" onClick={() => setSent("")}>
            {login.another}
          </Button>
          {back}
        </Stack>
      </PublicPage>
    );
  }
  return (
    <PublicPage title={login.forgotTitle} help={login.forgotHelp}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={auth.email}
            type="email"
            autoComplete="email"
            {...form.getInputProps("email")}
          />
          <Button type="submit" loading={busy} fullWidth>
            {login.sendLink}
          </Button>
          {back}
        </Stack>
      </form>
    </PublicPage>
  );
}
