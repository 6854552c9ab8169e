import { Anchor, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { Refusal } from "@/api/call";
import { failureText } from "@/api/form/failureText";
import * as codes from "@/api/gen/codes.gen";
import { useCall } from "@/api/query";
import { isReplaced } from "@/features/auth/isReplaced";
import { LoginForm } from "@/features/auth/sign-in/LoginForm";
import { ResendMail } from "@/features/auth/sign-in/ResendMail";
import { verify as verifyWords } from "@/text/account/verify";
import { Callout } from "@/ui/feedback/Callout";
import { FormNote } from "@/ui/form/FormNote";
import { PublicPage } from "@/ui/layout/PublicPage";

interface VerifyEmailProps {
  token?: string;
  email?: string;
  onSignedIn: () => void;
}

/** Verifies the email's token once, and asks to sign in; without a token, says where to look. */
export function VerifyEmail({ token, email, onSignedIn }: VerifyEmailProps) {
  const verify = useCall("/auth/email_verify");
  const { mutate } = verify;
  const used = useRef("");
  useEffect(() => {
    // A token works once, and effects may run twice.
    if (!token || used.current === token) return;
    used.current = token;
    mutate({ attributes: { token } });
  }, [token, mutate]);

  const already =
    verify.error instanceof Refusal && verify.error.code === codes.EMAIL_ALREADY_VERIFIED;
  if (verify.isSuccess || already) {
    return (
      <LoginForm
        title={verifyWords.verifiedTitle}
        help={already ? verifyWords.alreadyHelp : verifyWords.verifiedHelp}
        account={verify.data?.account ?? email}
        onSignedIn={onSignedIn}
      />
    );
  }
  if (token && !verify.isError) {
    return (
      <PublicPage title={verifyWords.verifying}>
        <Skeleton h={36} />
      </PublicPage>
    );
  }
  return (
    <PublicPage
      title={verifyWords.verifyTitle}
      help={token ? undefined : email ? verifyWords.sentTo(email) : verifyWords.openLink}
    >
      <Stack gap="md">
        {verify.error && <LinkProblem failure={verify.error} />}
        <Text size="sm" c="dimmed">
          {verifyWords.resendHelp}
        </Text>
        <ResendMail email={email} />
        <Anchor component={Link} to="/auth/login" size="sm" ta="center">
          {verifyWords.backToSignIn}
        </Anchor>
      </Stack>
    </PublicPage>
  );
}

/** Why the link did not work, and which one does. */
function LinkProblem({ failure }: { failure: Error }) {
  if (!(failure instanceof Refusal) || failure.code !== codes.VERIFICATION_CODE_INVALID) {
    return <FormNote text={failureText(failure)} />;
  }
  return (
    <Callout state="rejected" title={verifyWords.notVerifiedTitle}>
      <Text size="sm">{isReplaced(failure) ? verifyWords.linkReplaced : verifyWords.linkDead}</Text>
    </Callout>
  );
}
