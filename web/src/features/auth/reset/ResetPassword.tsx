import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";

import { call, Refusal } from "@/api/call";
import * as codes from "@/api/gen/codes.gen";
import { security } from "@/text/account/security";
import { Callout } from "@/ui/feedback/Callout";
import { PublicPage } from "@/ui/layout/PublicPage";

import { ResetForm } from "./ResetForm";

interface State {
  email?: string;
  failure?: Error;
  done?: boolean;
}

/** The page behind the link in the e-mail: the form, or why the link no longer works. */
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
      <PublicPage title={security.resetDoneTitle} help={security.resetDoneHelp}>
        <Button component={Link} to="/auth/login" fullWidth>
          {security.signIn}
        </Button>
      </PublicPage>
    );
  }
  if (failure) return <ResetFailed failure={failure} onRetry={check} />;
  if (email === undefined) {
    return (
      <PublicPage title={security.resetChecking}>
        <Skeleton h={36} />
      </PublicPage>
    );
  }
  return (
    <PublicPage title={security.resetTitle} help={security.resetFor(email)}>
      <ResetForm
        token={token}
        onDone={() => setState({ done: true })}
        onExpired={(refusal) => setState({ failure: refusal })}
      />
    </PublicPage>
  );
}

function ResetFailed({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const used = failure instanceof Refusal && failure.code === codes.TRACK_USED;
  const away = !(failure instanceof Refusal);
  return (
    <PublicPage title={security.resetTitle}>
      <Stack gap="md">
        <Callout state="rejected" title={away ? failure.message : security.resetFailedTitle}>
          {!away && <Text size="sm">{used ? security.resetUsed : security.resetLate}</Text>}
        </Callout>
        {away ? (
          <Button onClick={onRetry}>{security.tryAgain}</Button>
        ) : (
          <Button component={Link} to="/forgot-password">
            {security.newLink}
          </Button>
        )}
        <Button component={Link} to="/auth/login" variant="default">
          {security.backToSignIn}
        </Button>
      </Stack>
    </PublicPage>
  );
}
