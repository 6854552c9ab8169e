import {
  Anchor,
  Button,
  Checkbox,
  Group,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type FormEvent, lazy, Suspense, useState } from "react";

import { Refusal } from "@/api/call";
import * as codes from "@/api/gen/codes.gen";
import { useCall } from "@/api/query";
import { type FieldErrors, rules } from "@/api/rules";
import { useSession } from "@/api/session";
import { auth } from "@/text/auth";
import { Callout } from "@/ui/Callout";
import { PublicPage } from "@/ui/PublicPage";

const ResendMail = lazy(() =>
  import("./ResendMail").then(({ ResendMail }) => ({ default: ResendMail })),
);

/**
 * Signs in by username or e-mail; what the portal answers to that stands in place.
 * It is the first page of all, so it does without the form library the others use.
 */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [values, setValues] = useState({ account: "", password: "", remember: false });
  const [errors, setErrors] = useState<FieldErrors>({});
  const signIn = useCall("/auth/sign_in", {
    onSuccess: ({ token }) => {
      if (!token) return;
      useSession.getState().signIn(token);
      onSignedIn();
    },
  });
  const code = signIn.error instanceof Refusal ? signIn.error.code : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const broken = await rules("/auth/sign_in")(values);
    setErrors(broken);
    if (Object.keys(broken).length === 0) signIn.mutate({ attributes: values });
  };
  const field = (name: "account" | "password") => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      setValues({ ...values, [name]: event.currentTarget.value });
      setErrors({ ...errors, [name]: "" });
    },
  });
  return (
    <PublicPage title={auth.signInTo}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          {(code === codes.TOO_MANY_ATTEMPTS || code === codes.PASSWORD_EXPIRED) && (
            <Callout
              state="rejected"
              title={code === codes.PASSWORD_EXPIRED ? auth.expiredTitle : auth.attemptsTitle}
            >
              <Text size="sm">{signIn.error?.message}</Text>
              <Anchor component={Link} to="/forgot-password" size="sm" underline="always">
                {auth.chooseNew}
              </Anchor>
            </Callout>
          )}
          {code === codes.EMAIL_NOT_VERIFIED && (
            <Callout state="pending" title={auth.unverifiedTitle}>
              <Text size="sm">{auth.unverifiedHelp}</Text>
              <Suspense>
                <ResendMail email={values.account} />
              </Suspense>
            </Callout>
          )}
          <TextInput
            label={auth.account}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...field("account")}
          />
          <PasswordInput
            label={auth.password}
            autoComplete="current-password"
            {...field("password")}
          />
          <Group justify="space-between" gap="sm" mih={20}>
            <Checkbox
              label={auth.remember}
              checked={values.remember}
              onChange={({ currentTarget: { checked } }) =>
                setValues({ ...values, remember: checked })
              }
            />
            <Anchor component={Link} to="/forgot-password" size="sm">
              {auth.forgot}
            </Anchor>
          </Group>
          <Button type="submit" loading={signIn.isPending} fullWidth>
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
