import {
  Anchor,
  Button,
  Checkbox,
  type CheckboxProps,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Refusal } from "@/api/call";
import { failureText } from "@/api/form/failureText";
import { focusFirst } from "@/api/form/focusFirst";
import { nameInput } from "@/api/form/nameInput";
import * as codes from "@/api/gen/codes.gen";
import { useCall } from "@/api/query";
import { referer } from "@/api/session";
import { auth } from "@/text/accounts/auth";
import { signUp as signUpWords } from "@/text/accounts/signUp";
import { refusals } from "@/text/core/refusals";
import { Hint } from "@/ui/base/Hint";
import { loadable } from "@/ui/base/loadable";
import { overlay } from "@/ui/base/overlay";
import { FormNote } from "@/ui/form/FormNote";
import { focusNextByEnter } from "@/ui/form/focusNextByEnter";
import { withRules } from "@/ui/form/RuleList";
import { PublicPage } from "@/ui/layout/PublicPage";
import classes from "./Agreement.module.css";
import { nextUsername, passwordRules, usernameFor, usernameRules } from "./accountRules";
import { clearDraft, keepForLater, readDraft, readStep, saveDraft, saveStep } from "./signUpDraft";
import {
  isProfileField,
  type SignUpValues,
  showRefusal,
  toAttributes,
  validateAccountStep,
} from "./signUpValues";

const ProfileSetup = loadable(() =>
  import("./ProfileSetup").then(({ ProfileSetup }) => ProfileSetup),
);

const FIRST = 1;
const SECOND = 2;

interface SignUpFormProps {
  onSignedUp: (email: string) => void;
  /** The ticket of a verified provider identity, which is connected to the new account. */
  ticket?: { ticket: string; email: string } | null;
  /** The ticket was used, or it no longer works. */
  onTicket?: () => void;
  notice?: ReactNode;
  /** Other ways to sign up. */
  more?: ReactNode;
}

const TICKET_CODES = new Set<number>([codes.THIRD_PARTY_UNKNOWN, codes.USER_ALREADY_BOUND]);

/** Registration: first the account, then company and channel in a modal that can be skipped. */
export function SignUpForm({ onSignedUp, ticket, onTicket, notice, more }: SignUpFormProps) {
  const [step, setStep] = useState(FIRST);
  const [failure, setFailure] = useState<string | null>(null);
  const [returned] = useState(() => readStep() === SECOND);
  const form = useForm({
    initialValues: { ...draftValues(ticket), password: "" },
    validate: validateAccountStep,
    enhanceGetInputProps: nameInput,
    onValuesChange: saveDraft,
  });
  /** Whether the username is the person's own choice, not the one that the email proposes. */
  const named = useRef(form.getValues().username !== usernameFor(form.getValues().email));
  const refused = useRef<string[]>([]);
  /** Shows a refusal beside its field, or above the button if it has none. */
  const show = (thrown: Error): string | null => {
    // A collapsed field is shown before it gets the focus.
    const field = flushSync(() => showRefusal(thrown, form));
    if (field) refused.current.push(field);
    else setFailure(failureText(thrown));
    return field;
  };
  const taken = { onError: (thrown: Error) => void show(thrown) };
  const accountCheck = useCall("/auth/account_check", {
    form: true,
    asks: (thrown) => !named.current && isTaken(thrown),
  });
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
  /** Replaces a proposed username by another one if it is taken. */
  const checkAccount = async ({ username, email, password }: SignUpValues) => {
    const check = (name: string) =>
      accountCheck.mutateAsync({ attributes: { username: name, email, password } });
    try {
      await check(username);
    } catch (thrown) {
      if (named.current || !isTaken(thrown)) throw thrown;
      const other = nextUsername(username);
      await check(other);
      form.setFieldValue("username", other);
    }
  };
  const proceed = async (values: SignUpValues) => {
    setFailure(null);
    refused.current = [];
    const { email } = values;
    const checks = await Promise.allSettled([
      checkAccount(values).catch((thrown: Error) => {
        show(thrown);
        throw thrown;
      }),
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
        onKeyDown={focusNextByEnter}
        onSubmit={form.onSubmit(proceed, (errors) => focusFirst(form, Object.keys(errors)))}
      >
        <Stack>
          {notice}
          <TextInput
            label={signUpWords.email}
            type="email"
            autoComplete="email"
            enterKeyHint="next"
            autoFocus={step === FIRST && email === ""}
            {...form.getInputProps("email")}
            error={emailError(form.errors.email, email)}
            onChange={({ currentTarget: { value } }) => {
              form.setFieldValue("email", value);
              if (!named.current) form.setFieldValue("username", usernameFor(value));
            }}
          />
          <TextInput
            label={signUpWords.username}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="next"
            {...withRules(usernameRules(username))}
            {...form.getInputProps("username")}
            onChange={({ currentTarget: { value } }) => {
              form.setFieldValue("username", value);
              named.current = value !== "";
            }}
          />
          {/* Typed once: what was typed can be shown. */}
          <PasswordInput
            label={auth.password}
            autoComplete="new-password"
            {...withRules(passwordRules(password, username, email))}
            {...form.getInputProps("password")}
          />
          {returned && <Hint>{signUpWords.passwordKept}</Hint>}
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
        <ProfileSetup
          form={form}
          busy={signUp.isPending}
          failure={failure}
          onBack={() => go(FIRST)}
          onFinish={finish}
        />
      )}
    </PublicPage>
  );
}

const isTaken = (thrown: unknown) =>
  thrown instanceof Refusal && thrown.code === codes.USERNAME_TAKEN;

/** The error of a known email address, with a link to sign in. */
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

/** The values of the draft; the email address is the provider's, if there is one. */
function draftValues(ticket: SignUpFormProps["ticket"]) {
  const draft = readDraft();
  const email = draft.email || (ticket?.email ?? "");
  return { ...draft, email, username: draft.username || usernameFor(email) };
}

const TermsModal = overlay(() => import("./TermsModal").then(({ TermsModal }) => TermsModal));

/**
 * The checkbox by which a publisher agrees to the terms, with a link that opens them in a modal.
 */
function Agreement(props: CheckboxProps) {
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const read = () => {
    setWanted(true);
    setOpened(true);
  };
  return (
    <Stack gap={4}>
      <Checkbox
        label={signUpWords.agreement}
        classNames={{ error: classes.error ?? "" }}
        {...props}
      />
      <Anchor
        component="button"
        type="button"
        size="sm"
        className={classes.read}
        underline="always"
        onClick={read}
      >
        {signUpWords.readTerms}
      </Anchor>
      {wanted && <TermsModal opened={opened} onClose={() => setOpened(false)} />}
    </Stack>
  );
}
