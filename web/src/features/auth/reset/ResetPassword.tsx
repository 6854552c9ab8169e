import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";

import { call, Refusal } from "@/api/call";
import * as codes from "@/api/gen/codes.gen";
import { login } from "@/text/account/login";
import { Callout } from "@/ui/feedback/Callout";
import { PublicPage } from "@/ui/layout/PublicPage";

import { ResetForm } from "./ResetForm";

interface State {
  email?: string;
  failure?: Error;
  done?: boolean;
}

/** Where the link of a mail leads: whose password it is, the form, or why it does not work any more. */
export function ResetPassword({ token = "" }: { token?: string }) {
  const [{ email, failure, done }, setState] = useState<State>({});
  const check = useCallback(() => {
    setState({});
    call("/auth/pwd_reset_check", { attributes: { token } }).then(
      (of) => setState({ email: of.email }),
      (thrown: Error) => setState({ failure: thrown }),
    );
  }, [token]);
  useEffect(check, [check]);

  if (done) {
    return (
      <PublicPage title={login.resetDoneTitle} help={login.resetDoneHelp}>
        <Button component={Link} to="/auth/login" fullWidth>
          {login.signIn}
        </Button>
      </PublicPage>
    );
  }
  if (failure) return <Failed failure={failure} onRetry={check} />;
  if (email === undefined) {
    return (
      <PublicPage title={login.resetChecking}>
        <Skeleton h={36} />
      </PublicPage>
    );
  }
  return (
    <PublicPage title={login.resetTitle} help={login.resetFor(email)}>
      <ResetForm
        token={token}
        onDone={() => setState({ done: true })}
        onDead={(refusal) => setState({ failure: refusal })}
      />
    </PublicPage>
  );
}

function Failed({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const used = failure instanceof Refusal && failure.code === codes.TRACK_USED;
  const away = !(failure instanceof Refusal);
  return (
    <PublicPage title={login.resetTitle}>
      <Stack gap="md">
        <Callout state="rejected" title={away ? failure.message : login.resetFailedTitle}>
          {!away && <Text size="sm">{used ? login.resetUsed : login.resetLate}</Text>}
        </Callout>
        {away ? (
          <Button onClick={onRetry}>{login.tryAgain}</Button>
        ) : (
          <Button component={Link} to="/forgot-password">
            {login.newLink}
          </Button>
        )}
        <Button component={Link} to="/auth/login" variant="default">
          {login.backToSignIn}
        </Button>
      </Stack>
    </PublicPage>
  );
}
