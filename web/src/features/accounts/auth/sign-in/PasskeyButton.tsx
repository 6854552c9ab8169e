import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { arePasskeysOff, passkeyFailure, signInFromField, signInWithPasskey } from "@/api/passkeys";
import { auth } from "@/text/accounts/auth";
import { FormNote } from "@/ui/form/FormNote";

interface PasskeyButtonProps {
  remember: boolean;
  thirdTicket?: string;
  onSignedIn: (token: string) => void;
  /** What the portal refused; null as another attempt begins. */
  onFailure: (failure: Error | null) => void;
}

/** Signs in with a passkey: by its button, or by the suggestions of the field of the username. */
export function PasskeyButton(props: PasskeyButtonProps) {
  const { onSignedIn, onFailure } = props;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [busy, setBusy] = useState(false);
  const [off, setOff] = useState(false);
  const [unused, setUnused] = useState<string | null>(null);
  /** Counts the attempts by the button, which end the request that waits in the field. */
  const [attempt, setAttempt] = useState(0);
  const terms = () => ({
    remember: latest.current.remember,
    third_ticket: latest.current.thirdTicket,
  });

  const fail = (failure: unknown) => {
    if (arePasskeysOff(failure)) setOff(true);
    else if (failure instanceof DOMException) setUnused(passkeyFailure(failure));
    else latest.current.onFailure(failure as Error);
  };
  useEffect(() => {
    const left = new AbortController();
    signInFromField(left.signal, terms).then((token) => {
      if (token && !left.signal.aborted) latest.current.onSignedIn(token);
    }, fail);
    return () => left.abort();
  }, [attempt]);

  const signIn = async () => {
    setBusy(true);
    setUnused(null);
    onFailure(null);
    try {
      onSignedIn(await signInWithPasskey(terms()));
    } catch (failure) {
      fail(failure);
      setAttempt(attempt + 1);
    }
    setBusy(false);
  };
  if (off) return null;
  return (
    <>
      <FormNote text={unused} state="pending" />
      <Button variant="default" fullWidth loading={busy} onClick={() => void signIn()}>
        {auth.passkey}
      </Button>
    </>
  );
}
