import { Button, PasswordInput, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { call, Refusal } from "@/api/call";
import { failureText } from "@/api/form/failureText";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import type { InvitationOf } from "@/api/gen/types.gen";
import { onError } from "@/api/onError";
import { useSession } from "@/api/session";
import {
  passwordRules,
  usernameFor,
  usernameRules,
} from "@/features/accounts/auth/sign-up/accountRules";
import { auth } from "@/text/accounts/auth";
import { signUp } from "@/text/accounts/signUp";
import { team as words } from "@/text/accounts/team";
import { common } from "@/text/core/common";
import { publisherLine } from "@/text/core/publisherLine";
import { Hint } from "@/ui/base/Hint";
import { loadable } from "@/ui/base/loadable";
import { Callout } from "@/ui/feedback/Callout";
import { toast } from "@/ui/feedback/toasts";
import { FormNote } from "@/ui/form/FormNote";
import { withRules } from "@/ui/form/RuleList";
import { PublicPage } from "@/ui/layout/PublicPage";

const JoinWithAccount = loadable(() =>
  import("./JoinWithAccount").then(({ JoinWithAccount }) => JoinWithAccount),
);

interface State {
  invitation?: InvitationOf;
  failure?: Error;
}

interface JoinTeamProps {
  token?: string;
  onJoined: () => void;
}

/** The page behind the link of an invitation: who invites to what, and the account to join with; or why it is void. */
export function JoinTeam({ token = "", onJoined }: JoinTeamProps) {
  const [{ invitation, failure }, setState] = useState<State>({});
  const check = useCallback(() => {
    setState({});
    call("/auth/team_check", { attributes: { token } }).then(
      (of) => setState({ invitation: of }),
      (thrown: Error) => {
        onError(thrown);
        setState({ failure: thrown });
      },
    );
  }, [token]);
  useEffect(check, [check]);

  if (failure) return <JoinFailed failure={failure} onRetry={check} />;
  if (!invitation) {
    return (
      <PublicPage title={words.checking}>
        <Skeleton h={36} />
      </PublicPage>
    );
  }
  const end = (refusal: Refusal) => {
    if (VOID_CODES.has(refusal.code)) setState({ failure: refusal });
  };
  if (invitation.has_account) {
    return <JoinWithAccount token={token} invitation={invitation} onVoid={end} />;
  }
  const { publisher, invited_by, role } = invitation;
  return (
    <PublicPage title={words.joinTitle(publisher)} help={words.joinHelp(invited_by, role)}>
      <JoinForm
        token={token}
        email={invitation.email}
        publisher={publisher}
        onJoined={onJoined}
        onVoid={end}
      />
    </PublicPage>
  );
}

type Reason = keyof typeof words.failed;

function reasonOf(failure: Refusal): Reason {
  if (failure.code === codes.TRACK_USED) return "used";
  const { reason } = (failure.data ?? {}) as { reason?: string };
  return reason !== undefined && reason in words.failed ? (reason as Reason) : "unknown";
}

function JoinFailed({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const refusal = failure instanceof Refusal && VOID_CODES.has(failure.code) ? failure : null;
  return (
    <PublicPage title={words.invitation}>
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

const VOID_CODES = new Set<number>([codes.TRACK_USED, codes.TOKEN_INVALID, codes.REQUEST_INVALID]);

interface JoinFormProps {
  token: string;
  email: string;
  publisher: string;
  onJoined: () => void;
  /** The invitation ended while the form was filled in. */
  onVoid: (refusal: Refusal) => void;
}

/** The account that joins: its username, and a password, typed once. */
function JoinForm({ token, email, publisher, onJoined, onVoid }: JoinFormProps) {
  const { form, submit, busy, failure } = useCallForm("/auth/team_accept", {
    initialValues: { username: usernameFor(email), password: "" },
    attributes: ({ username, password }) => ({
      token,
      username,
      password,
      confirm_password: password,
    }),
    fieldByCode: { [codes.USERNAME_TAKEN]: "username", [codes.PASSWORD_INVALID]: "password" },
    onSuccess: ({ token: session }) => {
      // Whoever was signed in in this browser is not the one who joins.
      useSession.getState().forget();
      useSession.getState().signIn(session);
      toast.success(publisherLine.switched.here(publisher));
      onJoined();
    },
    onFailure: (failure) => {
      if (failure instanceof Refusal && failure.code !== codes.REQUEST_INVALID) onVoid(failure);
    },
  });
  const { username, password } = form.values;
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Hint>{words.joinAs(email)}</Hint>
        <TextInput
          label={signUp.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...withRules(usernameRules(username))}
          {...form.getInputProps("username")}
        />
        <PasswordInput
          label={auth.password}
          autoComplete="new-password"
          {...withRules(passwordRules(password, username, email))}
          {...form.getInputProps("password")}
        />
        <FormNote text={failure} />
        <Button type="submit" loading={busy} fullWidth>
          {words.join}
        </Button>
      </Stack>
    </form>
  );
}
