import { Button, PasswordInput, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { call, Refusal } from "@/api/call";
import { failureText } from "@/api/form/failureText";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { onError } from "@/api/onError";
import { useSession } from "@/api/session";
import { isReplaced } from "@/features/accounts/auth/isReplaced";
import { LoginForm } from "@/features/accounts/auth/sign-in/LoginForm";
import { security } from "@/text/accounts/security";
import { Callout } from "@/ui/feedback/Callout";
import { fieldsOf } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { PublicPage } from "@/ui/layout/PublicPage";

interface State {
  email?: string;
  failure?: Error;
  /** The account whose password was changed. */
  account?: string;
}

interface ResetPasswordProps {
  token?: string;
  onSignedIn: () => void;
}

/** The page behind the link in the email: the form, or why the link no longer works. */
export function ResetPassword({ token = "", onSignedIn }: ResetPasswordProps) {
  const [{ email, failure, account }, setState] = useState<State>({});
  const check = useCallback(() => {
    setState({});
    call("/auth/pwd_reset_check", { attributes: { token } }).then(
      (of) => setState({ email: of.email }),
      (thrown: Error) => {
        onError(thrown);
        setState({ failure: thrown });
      },
    );
  }, [token]);
  useEffect(check, [check]);

  if (account !== undefined) {
    return (
      <LoginForm
        title={security.resetDoneTitle}
        help={security.resetDoneHelp}
        account={account}
        onSignedIn={onSignedIn}
      />
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
        onDone={(account) => setState({ account })}
        onExpired={(refusal) => setState({ failure: refusal })}
      />
    </PublicPage>
  );
}

function ResetFailed({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const used = failure instanceof Refusal && failure.code === codes.TRACK_USED;
  const away = !(failure instanceof Refusal);
  const replaced = !away && isReplaced(failure);
  const why = used ? security.resetUsed : replaced ? security.resetReplaced : security.resetLate;
  return (
    <PublicPage title={security.resetTitle}>
      <Stack>
        <Callout state="rejected" title={away ? failureText(failure) : security.resetFailedTitle}>
          {!away && <Text size="sm">{why}</Text>}
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

interface ResetFormProps {
  token: string;
  /** Called with the account to sign in with. */
  onDone: (account: string) => void;
  /** The link stopped working while the form was filled in. */
  onExpired: (refusal: Refusal) => void;
}

const DEAD_LINK_CODES = new Set<number>([
  codes.TRACK_USED,
  codes.TOKEN_INVALID,
  codes.PASSWORD_RESET_FAILED,
]);

/** The form for a new password, which is typed only once because it can be shown. */
function ResetForm({ token, onDone, onExpired }: ResetFormProps) {
  const { form, submit, busy, failure } = useCallForm("/auth/pwd_reset", {
    initialValues: { password: "" },
    attributes: ({ password }) => ({ token, password, confirm_password: password }),
    onSuccess: ({ account }) => {
      // Every session has ended, including the one in this browser.
      useSession.getState().forget();
      onDone(account);
    },
    onFailure: (failure) => {
      if (failure instanceof Refusal && DEAD_LINK_CODES.has(failure.code)) onExpired(failure);
    },
  });
  const field = fieldsOf(form);
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <PasswordInput
          {...field("password", security.newPassword, security.newPasswordHelp)}
          autoComplete="new-password"
        />
        <FormNote text={failure} />
        <Button type="submit" loading={busy} fullWidth>
          {security.changePassword}
        </Button>
      </Stack>
    </form>
  );
}
