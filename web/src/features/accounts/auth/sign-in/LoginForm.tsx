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
import { type FormEvent, type ReactNode, useState } from "react";

import { Refusal } from "@/api/call";
import { failureText } from "@/api/form/failureText";
import type { FieldErrors } from "@/api/form/rules";
import * as codes from "@/api/gen/codes.gen";
import { canUsePasskeys } from "@/api/passkeySupport";
import { useCall } from "@/api/query";
import { useSession } from "@/api/session";
import { auth } from "@/text/accounts/auth";
import { failures } from "@/text/core/failures";
import { loadable } from "@/ui/base/loadable";
import { PlainLink } from "@/ui/base/PlainLink";
import { FormNote } from "@/ui/form/FormNote";
import { PublicPage } from "@/ui/layout/PublicPage";

const TwoStepForm = loadable(() => import("./TwoStepForm").then(({ TwoStepForm }) => TwoStepForm));
const PasskeyButton = loadable(
  () => import("./PasskeyButton").then(({ PasskeyButton }) => PasskeyButton),
  <Button fullWidth disabled>
    {auth.passkey}
  </Button>,
);
const SignInError = loadable(() => import("./SignInError").then(({ SignInError }) => SignInError));

interface LoginFormProps {
  onSignedIn: () => void;
  /** The reason for the sign-in, such as an opened link, as title; without it, the page's title. */
  title?: string;
  help?: string;
  /** The account to fill in. */
  account?: string;
  /** The ticket of a verified provider identity, which signing in connects to the account. */
  ticket?: string;
  /** The ticket was used, or it no longer works. */
  onTicket?: () => void;
  notice?: ReactNode;
  /** The ticket of another way of signing in that now requires the second step. */
  secondStep?: string;
  /** Other ways to sign in. */
  more?: ReactNode;
}

/** Error codes that only the lazily loaded part explains. */
const EXPLAINED_CODES = new Set<number>([
  codes.TOO_MANY_ATTEMPTS,
  codes.PASSWORD_EXPIRED,
  codes.EMAIL_NOT_VERIFIED,
]);
const TICKET_CODES = new Set<number>([codes.THIRD_PARTY_UNKNOWN, codes.USER_ALREADY_BOUND]);

/**
 * Signs in by username or email; the form shows the portal's answer.
 * It is the first page to load, so it does without the form library.
 */
export function LoginForm(props: LoginFormProps) {
  const { onSignedIn, ticket, onTicket, notice, more, secondStep } = props;
  const { title = auth.signInTo, help, account = "" } = props;
  const ended = useSession((session) => session.ended);
  const [values, setValues] = useState({ account, password: "", remember: false });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [due, setDue] = useState(secondStep ?? "");
  const [late, setLate] = useState(false);
  const enter = (token: string) => {
    onTicket?.();
    useSession.getState().signIn(token);
    onSignedIn();
  };
  const signIn = useCall("/auth/sign_in", {
    form: true,
    onSuccess: ({ token }) => {
      if (token) enter(token);
    },
  });
  const code = signIn.error instanceof Refusal ? signIn.error.code : null;
  const isExplained = late || (code !== null && EXPLAINED_CODES.has(code));
  const isShown = isExplained || code === codes.PASSWORD_WRONG || code === codes.SECOND_STEP_DUE;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = (["account", "password"] as const).filter((name) => !values[name]);
    setErrors(Object.fromEntries(empty.map((name) => [name, auth.missing[name]])));
    setLate(false);
    if (empty.length === 0) {
      signIn.mutate(
        { attributes: { ...values, third_ticket: ticket } },
        {
          onError: (failure) => {
            if (!(failure instanceof Refusal)) return;
            if (failure.code === codes.PASSWORD_WRONG) {
              setErrors({ password: failures.wrongSignIn });
            }
            if (failure.code === codes.SECOND_STEP_DUE) setDue(ticketOf(failure));
            if (TICKET_CODES.has(failure.code)) onTicket?.();
          },
        },
      );
    }
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
  if (due) {
    return (
      <PublicPage title={auth.secondTitle} help={auth.secondHelp}>
        <TwoStepForm
          ticket={due}
          remember={values.remember}
          thirdTicket={ticket}
          onSignedIn={enter}
          onBack={(tooLate = false) => {
            setDue("");
            setLate(tooLate);
          }}
        />
      </PublicPage>
    );
  }
  return (
    <PublicPage title={title} help={help}>
      <form noValidate onSubmit={submit}>
        <Stack>
          {notice}
          {ended && !signIn.error && <FormNote text={failures.signedOut} state="pending" />}
          {isExplained && <SignInError error={signIn.error} account={values.account} late={late} />}
          <TextInput
            label={auth.account}
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            {...field("account")}
          />
          <PasswordInput
            label={auth.password}
            autoComplete="current-password"
            autoFocus={account !== ""}
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
            <PlainLink to="/forgot-password" size="sm">
              {auth.forgot}
            </PlainLink>
          </Group>
          {signIn.error && !isShown && <FormNote text={failureText(signIn.error)} />}
          <Button type="submit" loading={signIn.isPending} fullWidth>
            {auth.signIn}
          </Button>
          {canUsePasskeys() && (
            <PasskeyButton remember={values.remember} thirdTicket={ticket} onSignedIn={enter} />
          )}
          {!props.title && (
            <Text size="sm" c="dimmed" ta="center">
              {auth.noAccount}{" "}
              <PlainLink to="/auth/signup" inherit underline="always">
                {auth.createAccount}
              </PlainLink>
            </Text>
          )}
          {!props.title && (
            <Anchor href="/status" size="sm" ta="center">
              {auth.status}
            </Anchor>
          )}
        </Stack>
      </form>
      {more}
    </PublicPage>
  );
}

/** The ticket that the first step returned. */
function ticketOf({ data }: Refusal): string {
  const { ticket } = (data ?? {}) as { ticket?: unknown };
  return typeof ticket === "string" ? ticket : "";
}
