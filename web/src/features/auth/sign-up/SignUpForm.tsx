import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { Refusal } from "@/api/call";
import { failureText } from "@/api/form/failureText";
import { focusFirst } from "@/api/form/focusFirst";
import * as codes from "@/api/gen/codes.gen";
import { useCall } from "@/api/query";
import { referer } from "@/api/session";
import { auth } from "@/text/account/auth";
import { signUp as signUpWords } from "@/text/account/signUp";
import { refusals } from "@/text/core/refusals";
import { FormNote } from "@/ui/form/FormNote";
import { withRules } from "@/ui/form/RuleList";
import { PublicPage } from "@/ui/layout/PublicPage";
import { Agreement } from "./Agreement";
import { passwordRules, usernameRules } from "./accountRules";
import { clearDraft, keepForLater, readDraft, readStep, saveDraft, saveStep } from "./signUpDraft";
import {
  isProfileField,
  type SignUpValues,
  showRefusal,
  toAttributes,
  validateAccountStep,
} from "./signUpValues";

const ProfileSetup = lazy(() =>
  import("./ProfileSetup").then(({ ProfileSetup }) => ({ default: ProfileSetup })),
);

const FIRST = 1;
const SECOND = 2;

interface SignUpFormProps {
  onSignedUp: (email: string) => void;
  /** What a provider vouched for: the new account is connected with it. */
  ticket?: { ticket: string; email: string } | null;
  /** The ticket was used, or it no longer works. */
  onTicket?: () => void;
  notice?: ReactNode;
  /** Other ways to sign up. */
  more?: ReactNode;
}

const TICKET_CODES = new Set<number>([codes.THIRD_PARTY_UNKNOWN, codes.USER_ALREADY_BOUND]);

/** Registration: the account first, then, in a modal that may be skipped, who publishes and where. */
export function SignUpForm({ onSignedUp, ticket, onTicket, notice, more }: SignUpFormProps) {
  const [step, setStep] = useState(FIRST);
  const [failure, setFailure] = useState<string | null>(null);
  const [returned] = useState(() => readStep() === SECOND);
  const form = useForm({
    initialValues: { ...draftValues(ticket), password: "", confirm_password: "" },
    validate: validateAccountStep,
    onValuesChange: saveDraft,
  });
  const refused = useRef<string[]>([]);
  /** Says beside its field what was refused, or above the button where no field is to blame. */
  const show = (thrown: Error): string | null => {
    // A field that was folded away is there before it gets the focus.
    const field = flushSync(() => showRefusal(thrown, form));
    if (field) refused.current.push(field);
    else setFailure(failureText(thrown));
    return field;
  };
  const taken = { onError: (thrown: Error) => void show(thrown) };
  const accountCheck = useCall("/auth/account_check", { form: true });
  const emailCheck = useCall("/auth/email_check", { form: true });
  const signUp = useCall("/auth/sign_up", {
    form: true,
    onSuccess: ({ uid }, { attributes }) => {
      const values = form.getValues();
      if (!attributes.company) keepForLater(uid, values);
      clearDraft();
      onTicket?.();
      onSignedUp(values.email);
    },
  });
  const button = useRef<HTMLButtonElement>(null);
  const wasSecond = useRef(false);
  useEffect(() => {
    // Coming back from the second step, the focus returns to where it was in the first, or to what was refused.
    if (step === FIRST && wasSecond.current) {
      if (refused.current.length > 0) focusFirst(form, refused.current);
      else button.current?.focus();
    }
    wasSecond.current = step === SECOND;
  }, [step, form]);
  const go = (to: number) => {
    saveStep(to);
    setStep(to);
  };
  const proceed = async ({ username, email, password }: SignUpValues) => {
    setFailure(null);
    refused.current = [];
    const checks = await Promise.allSettled([
      accountCheck.mutateAsync({ attributes: { username, email, password } }, taken),
      emailCheck.mutateAsync({ attributes: { email } }, taken),
    ]);
    if (checks.every(({ status }) => status === "fulfilled")) go(SECOND);
    else focusFirst(form, refused.current);
  };
  const finish = (withProfile: boolean) => {
    setFailure(null);
    refused.current = [];
    signUp.mutate(
      {
        attributes: {
          ...toAttributes(form.getValues(), withProfile, referer.get()),
          third_ticket: ticket?.ticket,
        },
      },
      {
        onError: (thrown) => {
          if (thrown instanceof Refusal && TICKET_CODES.has(thrown.code)) onTicket?.();
          const field = show(thrown);
          if (field && !isProfileField(field)) go(FIRST);
          else focusFirst(form, refused.current);
        },
      },
    );
  };
  const { username, email, password } = form.values;
  const busy = form.validating || accountCheck.isPending || emailCheck.isPending;
  return (
    <PublicPage title={signUpWords.signUpTitle} help={signUpWords.signUpHelp}>
      <form
        noValidate
        onSubmit={form.onSubmit(proceed, (errors) => focusFirst(form, Object.keys(errors)))}
      >
        <Stack gap="md">
          {notice}
          <TextInput
            label={signUpWords.username}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...withRules(usernameRules(username))}
            {...form.getInputProps("username")}
          />
          <TextInput
            label={signUpWords.email}
            type="email"
            autoComplete="email"
            {...form.getInputProps("email")}
            error={emailError(form.errors.email, email)}
          />
          <PasswordInput
            label={auth.password}
            autoComplete="new-password"
            {...withRules(passwordRules(password, username, email))}
            {...form.getInputProps("password")}
          />
          <PasswordInput
            label={signUpWords.confirmPassword}
            autoComplete="new-password"
            description={returned ? signUpWords.passwordKept : undefined}
            inputWrapperOrder={["label", "input", "description", "error"]}
            {...form.getInputProps("confirm_password")}
          />
          <Agreement {...form.getInputProps("agreement", { type: "checkbox" })} />
          {step === FIRST && <FormNote text={failure} />}
          <Button ref={button} type="submit" loading={busy} fullWidth>
            {signUpWords.continue}
          </Button>
          <Text size="sm" c="dimmed" ta="center">
            {auth.haveAccount}{" "}
            <Anchor component={Link} to="/auth/login" inherit underline="always">
              {auth.signIn}
            </Anchor>
          </Text>
        </Stack>
      </form>
      {more}
      {step === SECOND && (
        <Suspense>
          <ProfileSetup
            form={form}
            busy={signUp.isPending}
            failure={failure}
            onBack={() => go(FIRST)}
            onFinish={finish}
          />
        </Suspense>
      )}
    </PublicPage>
  );
}

/** Whoever has an account already can sign in to it from here. */
function emailError(error: ReactNode, email: string): ReactNode {
  if (error !== refusals.emailTaken) return error;
  return (
    <>
      {error}.{" "}
      <Anchor
        component={Link}
        to="/auth/login"
        state={{ account: email }}
        inherit
        underline="always"
      >
        {signUpWords.signInInstead}
      </Anchor>
    </>
  );
}

/** What was typed before; the email comes from the provider, if there is one. */
function draftValues(ticket: SignUpFormProps["ticket"]) {
  const draft = readDraft();
  return { ...draft, email: draft.email || (ticket?.email ?? "") };
}
