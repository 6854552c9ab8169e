import { Anchor, Button, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { Refusal } from "@/api/call";
import { failureText } from "@/api/form/failureText";
import * as codes from "@/api/gen/codes.gen";
import { useCall } from "@/api/query";
import { useSession } from "@/api/session";
import { isReplaced } from "@/features/accounts/auth/isReplaced";
import { LoginForm } from "@/features/accounts/auth/sign-in/LoginForm";
import { ResendMail } from "@/features/accounts/auth/sign-in/ResendMail";
import { verify as verifyWords } from "@/text/accounts/verify";
import { Hint } from "@/ui/base/Hint";
import { Callout } from "@/ui/feedback/Callout";
import { FormNote } from "@/ui/form/FormNote";
import { PublicPage } from "@/ui/layout/PublicPage";

interface VerifyEmailProps {
  token?: string;
  email?: string;
  onSignedIn: () => void;
}

const DEAD_LINK_CODES = new Set<number>([codes.VERIFICATION_CODE_INVALID, codes.EMAIL_TAKEN]);

/**
 * The page of a mailed link: its button verifies the address, so that a mail scanner that opens the link does not, and signs
 * in where the account was created. Elsewhere one signs in next. Without a link, it says where to look.
 */
export function VerifyEmail({ token, email, onSignedIn }: VerifyEmailProps) {
  const pressed = useRef(false);
  const verify = useCall("/auth/email_verify", {
    form: true,
    onSuccess: ({ token: session }) => {
      if (!session) return;
      useSession.getState().signIn(session);
      onSignedIn();
    },
  });
  const refusal = verify.error instanceof Refusal ? verify.error : null;
  const isDead = refusal !== null && DEAD_LINK_CODES.has(refusal.code);
  const already = refusal?.code === codes.EMAIL_ALREADY_VERIFIED;
  const secondStep = refusal?.code === codes.SECOND_STEP_DUE ? ticketOf(refusal) : undefined;
  // A signed-in user is being redirected.
  if (already || secondStep || (verify.isSuccess && !verify.data?.token)) {
    return (
      <LoginForm
        title={verifyWords.verifiedTitle}
        help={already ? verifyWords.alreadyHelp : verifyWords.verifiedHelp}
        account={verify.data?.account ?? email}
        secondStep={secondStep}
        onSignedIn={onSignedIn}
      />
    );
  }
  if (token && !isDead) {
    return (
      <PublicPage title={verifyWords.verifyTitle} help={verifyWords.pressHelp}>
        <Stack>
          <FormNote text={verify.error && failureText(verify.error)} />
          <Button
            autoFocus
            fullWidth
            loading={verify.isPending || verify.isSuccess}
            onClick={() => {
              // A link works once, and a second press can come before the first is rendered.
              if (pressed.current) return;
              pressed.current = true;
              verify.mutate(
                { attributes: { token } },
                { onError: () => (pressed.current = false) },
              );
            }}
          >
            {verifyWords.verifyAndGoOn}
          </Button>
        </Stack>
      </PublicPage>
    );
  }
  return (
    <PublicPage
      title={verifyWords.verifyTitle}
      help={token ? undefined : email ? verifyWords.sentTo(email) : verifyWords.openLink}
    >
      <Stack>
        {isDead && <LinkProblem refusal={refusal} />}
        <Hint size="sm">{verifyWords.resendHelp}</Hint>
        <ResendMail email={email} />
        <Anchor component={Link} to="/auth/login" size="sm" ta="center">
          {verifyWords.backToSignIn}
        </Anchor>
      </Stack>
    </PublicPage>
  );
}

function ticketOf({ data }: Refusal): string | undefined {
  const { ticket } = (data ?? {}) as { ticket?: string };
  return ticket;
}

/** Why the link did not work, and which one does. */
function LinkProblem({ refusal }: { refusal: Refusal }) {
  if (refusal.code !== codes.VERIFICATION_CODE_INVALID) {
    return <FormNote text={failureText(refusal)} />;
  }
  return (
    <Callout state="rejected" title={verifyWords.notVerifiedTitle}>
      <Text size="sm">{isReplaced(refusal) ? verifyWords.linkReplaced : verifyWords.linkDead}</Text>
    </Callout>
  );
}
