import "@mantine/core/styles/Skeleton.css";

import { Skeleton, Stack, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";

import { call, Refusal } from "@/api/call";
import * as codes from "@/api/gen/codes.gen";
import { useSession } from "@/api/session";
import { type Ticket, thirdTicket } from "@/api/third";
import { thirdJourney } from "@/features/social-login/redirect/journey";
import { third } from "@/text/account/third";
import { ButtonLink } from "@/ui/base/links";
import { Callout } from "@/ui/feedback/Callout";
import { PublicPage } from "@/ui/layout/PublicPage";
import { BindForm } from "./BindForm";
import { labelOf } from "./label";

const AUTOLOGIN = "autologin";

interface ThirdReturnProps {
  provider: string;
  code: string;
  state: string;
  onSignedIn: (next: string | null) => void;
  onBound: () => void;
  /** The account asks for a code besides; `next` is where the journey was to lead. */
  onSecondStep?: (ticket: string, next: string | null) => void;
}

type Outcome = { failed: Error } | { unbound: Ticket };

/** Where a provider, or an operator's link, sends the browser: signed in, connected, or asked what to do. */
export function ThirdReturn(props: ThirdReturnProps) {
  const { provider, code, state, onSignedIn, onBound, onSecondStep } = props;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [browser] = useState(thirdJourney.browser);
  const [binding] = useState(() => thirdJourney.isBinding() && !!useSession.getState().token);
  const byLink = provider === AUTOLOGIN;
  const signs = !!code && (byLink || (!!browser && !binding));
  const asked = useRef(false);
  const landed = useRef({ onSignedIn, onSecondStep });
  landed.current = { onSignedIn, onSecondStep };

  useEffect(() => {
    // A code works once, and effects may run twice.
    if (!signs || asked.current) return;
    asked.current = true;
    const attributes = byLink ? { provider, code } : { provider, code, state, browser };
    call("/auth/third_check", { attributes }).then(
      ({ token, next }) => {
        thirdJourney.end();
        thirdTicket.drop();
        useSession.getState().signIn(token);
        landed.current.onSignedIn(next ?? null);
      },
      (failure: Error) => {
        if (failure instanceof Refusal && failure.code === codes.USER_NOT_BOUND) {
          const unbound = failure.data as Ticket;
          thirdJourney.end();
          thirdTicket.keep(unbound);
          setOutcome({ unbound });
        } else if (failure instanceof Refusal && failure.code === codes.SECOND_STEP_DUE) {
          thirdJourney.end();
          const due = failure.data as { ticket: string; next?: string | null };
          landed.current.onSecondStep?.(due.ticket, due.next ?? null);
        } else setOutcome({ failed: failure });
      },
    );
  }, [signs, byLink, provider, code, state, browser]);

  if (outcome && "unbound" in outcome) return <Unbound ticket={outcome.unbound} />;
  if (outcome) {
    return <Failed title={third.failedTitle} help={reason(outcome.failed, byLink)} />;
  }
  if (!code && byLink) return <Failed title={third.failedTitle} help={third.linkLate} />;
  if (!code) return <Failed title={third.refusedTitle} help={third.refusedHelp} />;
  if (binding && browser) {
    return <BindForm {...{ provider, code, state, browser, onBound }} />;
  }
  if (!signs) return <Failed title={third.failedTitle} help={third.elsewhere} />;
  return (
    <PublicPage title={third.checking}>
      <Skeleton h={36} />
    </PublicPage>
  );
}

function reason(failure: Error, byLink: boolean): string {
  const code = failure instanceof Refusal ? failure.code : 0;
  if (code === codes.THIRD_PARTY_UNKNOWN) return byLink ? third.linkLate : third.late;
  if (code === codes.UNAVAILABLE) return third.notAvailable;
  return failure.message;
}

function Failed({ title, help }: { title: string; help: string }) {
  return (
    <PublicPage title={title}>
      <Stack gap="md">
        <Callout state="rejected" title={help} />
        <ButtonLink to="/auth/login" fullWidth>
          {third.toSignIn}
        </ButtonLink>
      </Stack>
    </PublicPage>
  );
}

function Unbound({ ticket }: { ticket: Ticket }) {
  return (
    <PublicPage title={third.unboundTitle}>
      <Stack gap="md">
        <Text>{third.unboundHelp(labelOf(ticket.provider), ticket.email)}</Text>
        <ButtonLink to="/auth/login" search={{ next: ticket.next ?? undefined }} fullWidth>
          {third.haveAccount}
        </ButtonLink>
        <ButtonLink to="/auth/signup" variant="default" fullWidth>
          {third.newHere}
        </ButtonLink>
      </Stack>
    </PublicPage>
  );
}
