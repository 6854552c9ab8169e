import { Button, Skeleton, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { call, type Data, Refusal } from "@/api/call";
import { failureText } from "@/api/form/failureText";
import { STATE_FORBIDS } from "@/api/gen/codes.gen";
import type { InvitationOf } from "@/api/gen/types.gen";
import { onError } from "@/api/onError";
import { useCall } from "@/api/query";
import { useSession } from "@/api/session";
import { LoginForm } from "@/features/accounts/auth/sign-in/LoginForm";
import { team as words } from "@/text/accounts/team";
import { Hint } from "@/ui/base/Hint";
import { FormNote } from "@/ui/form/FormNote";
import { PublicPage } from "@/ui/layout/PublicPage";

interface JoinWithAccountProps {
  token: string;
  invitation: InvitationOf;
  /** The invitation ended meanwhile. */
  onVoid: (refusal: Refusal) => void;
}

/** Joining with the account that the invited person has: they sign in, and then accept. */
export function JoinWithAccount({ token, invitation, onVoid }: JoinWithAccountProps) {
  const session = useSession((state) => state.token);
  const [own, setOwn] = useState<Data<"/user/profile"> | null>(null);
  useEffect(() => {
    setOwn(null);
    if (!session) return;
    call("/user/profile").then(setOwn, (failure: Error) => {
      if (failure instanceof Refusal) useSession.getState().end();
      else onError(failure);
    });
  }, [session]);

  const { publisher, invited_by, role, email } = invitation;
  const title = words.joinTitle(publisher);
  const help = words.joinHelp(invited_by, role);
  if (session && !own) {
    return (
      <PublicPage title={title} help={help}>
        <Skeleton h={36} />
      </PublicPage>
    );
  }
  const isInvited = own?.login_email.toLowerCase() === email.toLowerCase();
  if (!own || !isInvited) {
    return (
      <LoginForm
        title={title}
        help={help}
        account={email}
        notice={
          <Stack gap="xs">
            {own && <FormNote text={words.joinOther(own.login_email)} state="pending" />}
            <Hint>{words.joinWithAccount(email)}</Hint>
          </Stack>
        }
        onSignedIn={() => undefined}
      />
    );
  }
  return (
    <PublicPage title={title} help={help}>
      <Accept token={token} email={email} onVoid={onVoid} />
    </PublicPage>
  );
}

/** Whether the signed-in person cannot join, which is said beside the button. */
const isForbidden = (failure: Error | null) =>
  failure instanceof Refusal && failure.code === STATE_FORBIDS;

interface AcceptProps {
  token: string;
  email: string;
  onVoid: (refusal: Refusal) => void;
}

/** The button by which the signed-in person joins. */
function Accept({ token, email, onVoid }: AcceptProps) {
  const join = useCall("/auth/team_join", {
    form: true,
    asks: isForbidden,
    onSuccess: ({ token: session }) => useSession.getState().switchTo(session),
  });
  return (
    <Stack>
      <Hint>{words.joinSignedIn(email)}</Hint>
      {isForbidden(join.error) && <FormNote text={failureText(join.error)} />}
      <Button
        fullWidth
        loading={join.isPending || join.isSuccess}
        onClick={() =>
          join.mutate(
            { attributes: { token } },
            { onError: (failure) => failure instanceof Refusal && onVoid(failure) },
          )
        }
      >
        {words.join}
      </Button>
    </Stack>
  );
}
