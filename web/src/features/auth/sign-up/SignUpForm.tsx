import { Anchor, Button, Checkbox, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";

import { Refusal } from "@/api/call";
import * as codes from "@/api/gen/codes.gen";
import { useCall } from "@/api/query";
import { referer } from "@/api/session";
import { auth } from "@/text/account/auth";
import { PublicPage } from "@/ui/layout/PublicPage";

import { clearDraft, readDraft, readStep, saveDraft, saveStep } from "./signUpDraft";
import { showRefusal, toAttributes, validateAccountStep } from "./signUpValues";

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

/** Registration: the account first, then, in a modal that may be skipped, company and channel. */
export function SignUpForm({ onSignedUp, ticket, onTicket, notice, more }: SignUpFormProps) {
  const [step, setStep] = useState(FIRST);
  const [returned] = useState(() => readStep() === SECOND);
  const form = useForm({
    initialValues: { ...draftValues(ticket), password: "", confirm_password: "" },
    validate: validateAccountStep,
    onValuesChange: saveDraft,
  });
  const taken = { onError: (failure: Error) => showRefusal(failure, form) };
  const nameCheck = useCall("/auth/account_check");
  const emailCheck = useCall("/auth/email_check");
  const signUp = useCall("/auth/sign_up", {
    onSuccess: () => {
      const { email } = form.getValues();
      clearDraft();
      onTicket?.();
      onSignedUp(email);
    },
  });
  const button = useRef<HTMLButtonElement>(null);
  const wasSecond = useRef(false);
  useEffect(() => {
    // Coming back from the second step, the focus returns to where it was in the first.
    if (step === FIRST && wasSecond.current) button.current?.focus();
    wasSecond.current = step === SECOND;
  }, [step]);
  const go = (to: number) => {
    saveStep(to);
    setStep(to);
  };
  const proceed = async ({ username, email }: { username: string; email: string }) => {
    const checks = await Promise.allSettled([
      nameCheck.mutateAsync({ attributes: { username } }, taken),
      emailCheck.mutateAsync({ attributes: { email } }, taken),
    ]);
    if (checks.every(({ status }) => status === "fulfilled")) go(SECOND);
  };
  const finish = (withProfile: boolean) =>
    signUp.mutate(
      {
        attributes: {
          ...toAttributes(form.getValues(), withProfile, referer.get()),
          third_ticket: ticket?.ticket,
        },
      },
      {
        onError: async (failure) => {
          if (failure instanceof Refusal && TICKET_CODES.has(failure.code)) onTicket?.();
          const field = await showRefusal(failure, form);
          if (field && !/^(company|channel)\b/.test(field)) go(FIRST);
        },
      },
    );
  const busy = form.validating || nameCheck.isPending || emailCheck.isPending;
  return (
    <PublicPage title={auth.signUpTitle} help={auth.signUpHelp}>
      <form noValidate onSubmit={form.onSubmit(proceed)}>
        <Stack gap="md">
          {notice}
          <TextInput
            label={auth.username}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps("username")}
          />
          <TextInput
            label={auth.email}
            type="email"
            autoComplete="email"
            {...form.getInputProps("email")}
          />
          <PasswordInput
            label={auth.password}
            autoComplete="new-password"
            description={returned ? auth.passwordKept : undefined}
            inputWrapperOrder={["label", "input", "description", "error"]}
            {...form.getInputProps("password")}
          />
          <PasswordInput
            label={auth.confirmPassword}
            autoComplete="new-password"
            {...form.getInputProps("confirm_password")}
          />
          <Checkbox
            label={auth.agreement}
            {...form.getInputProps("agreement", { type: "checkbox" })}
          />
          <Button ref={button} type="submit" loading={busy} fullWidth>
            {auth.continue}
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
            onBack={() => go(FIRST)}
            onFinish={finish}
          />
        </Suspense>
      )}
    </PublicPage>
  );
}

/** What was typed before; the e-mail comes from the provider, if there is one. */
function draftValues(ticket: SignUpFormProps["ticket"]) {
  const draft = readDraft();
  return { ...draft, email: draft.email || (ticket?.email ?? "") };
}
