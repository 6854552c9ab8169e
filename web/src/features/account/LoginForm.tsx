import { Anchor, Button, Checkbox, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { Refusal } from "@/api/call";
import { useCallForm } from "@/api/form";
import * as codes from "@/api/gen/codes.gen";
import { useSession } from "@/api/session";
import { auth } from "@/text/auth";
import { Callout } from "@/ui/Callout";
import { PublicPage } from "@/ui/PublicPage";

import { ResendMail } from "./ResendMail";

/** Signs in by username or e-mail; what the portal answers to that stands in place. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [refused, setRefused] = useState<Refusal | null>(null);
  const { form, submit, busy } = useCallForm("/auth/sign_in", {
    initialValues: { account: "", password: "", remember: false },
    onSuccess: ({ token }) => {
      if (!token) return;
      useSession.getState().signIn(token);
      onSignedIn();
    },
    onFailure: (failure) => setRefused(failure instanceof Refusal ? failure : null),
  });
  return (
    <PublicPage title={auth.signInTo}>
      <form
        noValidate
        onSubmit={(event) => {
          setRefused(null);
          submit(event);
        }}
      >
        <Stack gap="md">
          {refused?.code === codes.TOO_MANY_ATTEMPTS && (
            <Callout state="rejected" title={auth.attemptsTitle}>
              <Text size="sm">{refused.message}</Text>
            </Callout>
          )}
          {refused?.code === codes.EMAIL_NOT_VERIFIED && (
            <Callout state="pending" title={auth.unverifiedTitle}>
              <Stack gap="sm">
                <Text size="sm">{auth.unverifiedHelp}</Text>
                <ResendMail email={form.values.account} />
              </Stack>
            </Callout>
          )}
          <TextInput
            label={auth.account}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps("account")}
          />
          <PasswordInput
            label={auth.password}
            autoComplete="current-password"
            {...form.getInputProps("password")}
          />
          <Checkbox
            label={auth.remember}
            {...form.getInputProps("remember", { type: "checkbox" })}
          />
          <Button type="submit" loading={busy} fullWidth>
            {auth.signIn}
          </Button>
          <Text size="sm" c="dimmed" ta="center">
            {auth.noAccount}{" "}
            <Anchor component={Link} to="/auth/signup" inherit underline="always">
              {auth.createAccount}
            </Anchor>
          </Text>
        </Stack>
      </form>
    </PublicPage>
  );
}
