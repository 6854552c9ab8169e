import { Link } from "@tanstack/react-router";
import { useReauthForm } from "@/api/form/useReauthForm";
import { common } from "@/text/core/common";
import { toast } from "@/ui/feedback/toasts";
import { FormNote } from "@/ui/form/FormNote";
import { ReauthInput } from "@/ui/form/lazy/ReauthInput";
import "@mantine/core/styles/Skeleton.css";
import { Anchor, Button, Skeleton, Stack, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { call, Refusal } from "@/api/call";
import * as codes from "@/api/gen/codes.gen";
import { onError } from "@/api/onError";
import { useSession } from "@/api/session";
import { redirectState } from "@/features/accounts/social-login/redirect/redirectState";
import { type SocialTicket, socialTicket } from "@/features/accounts/social-login/socialTicket";
import { socialLogin } from "@/text/accounts/socialLogin";
import { ButtonLink } from "@/ui/base/links";
import { Callout } from "@/ui/feedback/Callout";
import { PublicPage } from "@/ui/layout/PublicPage";
import { providerLabel } from "./providerLabel";

const AUTOLOGIN = "autologin";

interface ProviderCallbackProps {
  provider: string;
  code: string;
  state: string;
  onSignedIn: (next: string | null) => void;
  onBound: () => void;
  /** The account requires a second step; `next` is where the sign-in was to lead. */
  onSecondStep?: (ticket: string, next: string | null) => void;
}

type Outcome = { failed: Error } | { unbound: SocialTicket };

/**
 * The page to which a provider, or an operator's link, sends the browser: it signs in, connects, or
 * asks what to do.
 */
export function ProviderCallback(props: ProviderCallbackProps) {
  const { provider, code, state, onSignedIn, onBound, onSecondStep } = props;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [browser] = useState(redirectState.browser);
  const [binding] = useState(() => redirectState.isBinding() && !!useSession.getState().token);
  const byLink = provider === AUTOLOGIN;
  const signs = !!code && (byLink || (!!browser && !binding));
  const started = useRef(false);
  const landed = useRef({ onSignedIn, onSecondStep });
  landed.current = { onSignedIn, onSecondStep };

  useEffect(() => {
    // A code works once, and effects may run twice.
    if (!signs || started.current) return;
    started.current = true;
    const attributes = byLink ? { provider, code } : { provider, code, state, browser };
    call("/auth/third_check", { attributes }).then(
      ({ token, next }) => {
        redirectState.end();
        socialTicket.clear();
        useSession.getState().signIn(token);
        landed.current.onSignedIn(next ?? null);
      },
      (failure: Error) => {
        if (failure instanceof Refusal && failure.code === codes.USER_NOT_BOUND) {
          const unbound = failure.data as SocialTicket;
          redirectState.end();
          socialTicket.set(unbound);
          setOutcome({ unbound });
        } else if (failure instanceof Refusal && failure.code === codes.SECOND_STEP_DUE) {
          redirectState.end();
          const due = failure.data as { ticket: string; next?: string | null };
          landed.current.onSecondStep?.(due.ticket, due.next ?? null);
        } else {
          onError(failure);
          setOutcome({ failed: failure });
        }
      },
    );
  }, [signs, byLink, provider, code, state, browser]);

  if (outcome && "unbound" in outcome) return <ChooseAccount ticket={outcome.unbound} />;
  if (outcome) {
    return (
      <SignInFailed title={socialLogin.failedTitle} help={failureText(outcome.failed, byLink)} />
    );
  }
  if (!code && byLink)
    return <SignInFailed title={socialLogin.failedTitle} help={socialLogin.linkLate} />;
  if (!code)
    return <SignInFailed title={socialLogin.refusedTitle} help={socialLogin.refusedHelp} />;
  if (binding && browser) {
    return <ConnectForm {...{ provider, code, state, browser, onBound }} />;
  }
  if (!signs) return <SignInFailed title={socialLogin.failedTitle} help={socialLogin.elsewhere} />;
  return (
    <PublicPage title={socialLogin.checking}>
      <Skeleton h={36} />
    </PublicPage>
  );
}

function failureText(failure: Error, byLink: boolean): string {
  const code = failure instanceof Refusal ? failure.code : 0;
  if (code === codes.THIRD_PARTY_UNKNOWN) return byLink ? socialLogin.linkLate : socialLogin.late;
  if (code === codes.UNAVAILABLE) return socialLogin.notAvailable;
  return failure.message;
}

function SignInFailed({ title, help }: { title: string; help: string }) {
  return (
    <PublicPage title={title}>
      <Stack>
        <Callout state="rejected" title={help} />
        <ButtonLink to="/auth/login" fullWidth>
          {socialLogin.toSignIn}
        </ButtonLink>
      </Stack>
    </PublicPage>
  );
}

function ChooseAccount({ ticket }: { ticket: SocialTicket }) {
  return (
    <PublicPage title={socialLogin.unboundTitle}>
      <Stack>
        <Text>{socialLogin.unboundHelp(providerLabel(ticket.provider), ticket.email)}</Text>
        <ButtonLink to="/auth/login" search={{ next: ticket.next ?? undefined }} fullWidth>
          {socialLogin.haveAccount}
        </ButtonLink>
        <ButtonLink to="/auth/signup" variant="default" fullWidth>
          {socialLogin.newHere}
        </ButtonLink>
      </Stack>
    </PublicPage>
  );
}

interface ConnectFormProps {
  provider: string;
  code: string;
  state: string;
  browser: string;
  onBound: () => void;
}

/** Connects the provider's identity to the signed-in account, confirmed by password. */
function ConnectForm({ provider, code, state, browser, onBound }: ConnectFormProps) {
  const label = providerLabel(provider);
  const { reauth, submit, busy, failure } = useReauthForm("/user/third_bind", {
    initialValues: { password: "" },
    attributes: ({ password }) => ({ provider, code, state, browser, password }),
    fieldByCode: {
      [codes.USER_ALREADY_BOUND]: "password",
      [codes.THIRD_PARTY_UNKNOWN]: "password",
    },
    refresh: ["/user/third_list", "/user/audit"],
    onSuccess: () => {
      redirectState.end();
      toast.success(socialLogin.connected(label));
      onBound();
    },
  });
  return (
    <PublicPage title={socialLogin.bindTitle(label)} help={socialLogin.bindHelp}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <ReauthInput of={reauth} label={socialLogin.password} autoFocus />
          <FormNote text={failure} />
          <Button type="submit" loading={busy} fullWidth>
            {socialLogin.connect}
          </Button>
          <Anchor component={Link} to="/settings/login" size="sm" ta="center">
            {common.cancel}
          </Anchor>
        </Stack>
      </form>
    </PublicPage>
  );
}
