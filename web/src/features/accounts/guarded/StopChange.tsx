import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { call, Refusal } from "@/api/call";
import { failureText } from "@/api/form/failureText";
import * as codes from "@/api/gen/codes.gen";
import type { GuardedChange } from "@/api/gen/types.gen";
import { onError } from "@/api/onError";
import { useSession } from "@/api/session";
import { auth } from "@/text/accounts/auth";
import { guardedChange as words } from "@/text/accounts/guardedChange";
import { common } from "@/text/core/common";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { ChangeFacts } from "@/ui/change/ChangeFacts";
import { Callout } from "@/ui/feedback/Callout";
import { FormNote } from "@/ui/form/FormNote";
import { PublicPage } from "@/ui/layout/PublicPage";

interface State {
  change?: GuardedChange;
  heldUntil?: string;
  failure?: Error;
}

/** Times as the reader's browser has them: who opens the link may be signed out. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The page behind the link in the mail about a change. Opening it changes nothing; its button stops the change. */
export function StopChange({ token = "" }: { token?: string }) {
  const [{ change, heldUntil, failure }, setState] = useState<State>({});
  const check = useCallback(() => {
    setState({});
    call("/auth/change_check", { attributes: { token } }).then(
      (found) => setState({ change: found }),
      (thrown: Error) => {
        onError(thrown);
        setState({ failure: thrown });
      },
    );
  }, [token]);
  useEffect(check, [check]);

  if (failure) return <StopFailed failure={failure} onRetry={check} />;
  if (heldUntil) return <Stopped until={heldUntil} />;
  if (!change) {
    return (
      <PublicPage title={words.checking}>
        <Skeleton h={36} />
      </PublicPage>
    );
  }
  return (
    <PublicPage
      title={words.headline(change)}
      help={`${words.until(change, formatDateTime(change.waits_until, zone))} ${words.right}`}
    >
      <Stack>
        <ChangeFacts change={change} zone={zone} />
        <StopButton
          token={token}
          change={change}
          onStopped={(until) => setState({ heldUntil: until })}
          onVoid={(refusal) => setState({ failure: refusal })}
        />
      </Stack>
    </PublicPage>
  );
}

const VOID_CODES = new Set<number>([codes.TRACK_USED, codes.TOKEN_INVALID, codes.REQUEST_INVALID]);

interface StopButtonProps {
  token: string;
  change: GuardedChange;
  onStopped: (heldUntil: string) => void;
  /** The change was stopped, or its wait ended, while the page was open. */
  onVoid: (refusal: Refusal) => void;
}

function StopButton({ token, change, onStopped, onVoid }: StopButtonProps) {
  const signedIn = useSession((session) => session.token !== "");
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState("");
  if (change.needs_session && !signedIn) {
    const next = `/auth/stop-change?token=${token}`;
    return (
      <>
        <Hint>{words.sessionHelp}</Hint>
        <Button component={Link} to="/auth/login" search={{ next } as never}>
          {auth.signIn}
        </Button>
      </>
    );
  }
  const stop = () => {
    setBusy(true);
    setNote("");
    call("/auth/change_stop", { attributes: { token } }).then(
      (stopped) => onStopped(stopped.held_until),
      (thrown: Error) => {
        setBusy(false);
        if (thrown instanceof Refusal && VOID_CODES.has(thrown.code)) onVoid(thrown);
        else if (thrown instanceof Refusal && thrown.code === codes.NOT_ALLOWED)
          setNote(words.forbidden);
        else setNote(failureText(thrown));
      },
    );
  };
  return (
    <>
      <Hint>{words.stopHelp}</Hint>
      {change.kind === "closed" && <Hint>{words.reopenHelp}</Hint>}
      <FormNote text={note} />
      <Button color="red" loading={busy} onClick={stop} fullWidth>
        {words.stop}
      </Button>
    </>
  );
}

function Stopped({ until }: { until: string }) {
  return (
    <PublicPage title={words.title}>
      <Stack>
        <Callout state="approved" title={words.stoppedTitle}>
          <Text size="sm">{words.stoppedHelp(formatDateTime(until, zone))}</Text>
        </Callout>
        <Button component={Link} to="/forgot-password">
          {words.newPassword}
        </Button>
        <Button component={Link} to="/auth/login" variant="default">
          {auth.signIn}
        </Button>
      </Stack>
    </PublicPage>
  );
}

function reasonOf(failure: Refusal): keyof typeof words.failed {
  if (failure.code === codes.TRACK_USED) return "used";
  const { reason } = (failure.data ?? {}) as { reason?: string };
  return reason === "expired" ? "expired" : "unknown";
}

function StopFailed({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const refusal = failure instanceof Refusal && VOID_CODES.has(failure.code) ? failure : null;
  return (
    <PublicPage title={words.title}>
      <Stack>
        <Callout state="rejected" title={refusal ? words.failedTitle : failureText(failure)}>
          {refusal && <Text size="sm">{words.failed[reasonOf(refusal)]}</Text>}
        </Callout>
        {!refusal && <Button onClick={onRetry}>{common.retry}</Button>}
        <Button component={Link} to="/auth/login" variant={refusal ? "filled" : "default"}>
          {auth.signIn}
        </Button>
      </Stack>
    </PublicPage>
  );
}
