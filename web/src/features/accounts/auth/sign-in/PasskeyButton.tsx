import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Refusal } from "@/api/call";
import { passkeyFailure } from "@/api/form/passkeyFailure";
import * as codes from "@/api/gen/codes.gen";
import { arePasskeysOff, signInFromField, signInWithPasskey } from "@/api/passkeyPrompt";
import { auth } from "@/text/accounts/auth";
import { FormNote } from "@/ui/form/FormNote";
import { SignInError } from "./SignInError";

interface PasskeyButtonProps {
  remember: boolean;
  thirdTicket?: string;
  onSignedIn: (token: string) => void;
}

/** Error codes whose message says what to do next. */
const EXPLAINED_CODES = new Set<number>([codes.PASSWORD_EXPIRED, codes.EMAIL_NOT_VERIFIED]);

/** Signs in with a passkey: by its button, or by the suggestions of the field of the username. */
export function PasskeyButton(props: PasskeyButtonProps) {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  /** Counts the attempts by the button, which end the request that waits in the field. */
  const [attempt, setAttempt] = useState(0);
  const terms = () => ({
    remember: latest.current.remember,
    third_ticket: latest.current.thirdTicket,
  });
  const enter = (token: string) => latest.current.onSignedIn(token);

  useEffect(() => {
    const left = new AbortController();
    signInFromField(left.signal, terms).then(
      (token) => token && !left.signal.aborted && enter(token),
      setFailure,
    );
    return () => left.abort();
  }, [attempt]);

  const signIn = async () => {
    setBusy(true);
    setFailure(null);
    try {
      enter(await signInWithPasskey(terms()));
    } catch (thrown) {
      setFailure(thrown);
      setAttempt(attempt + 1);
    }
    setBusy(false);
  };
  if (arePasskeysOff(failure)) return null;
  const isExplained = failure instanceof Refusal && EXPLAINED_CODES.has(failure.code);
  return (
    <>
      {isExplained && <SignInError error={failure} account="" late={false} />}
      {failure !== null && !isExplained && (
        <FormNote
          text={passkeyFailure(failure)}
          state={failure instanceof DOMException ? "pending" : "rejected"}
        />
      )}
      <Button variant="default" fullWidth loading={busy} onClick={() => void signIn()}>
        {auth.passkey}
      </Button>
    </>
  );
}
