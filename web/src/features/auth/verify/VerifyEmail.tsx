import { Anchor, Button, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { Refusal } from "@/api/call";
import * as codes from "@/api/gen/codes.gen";
import { useCall } from "@/api/query";
import { auth } from "@/text/account/auth";
import { Callout } from "@/ui/feedback/Callout";
import { PublicPage } from "@/ui/layout/PublicPage";

import { ResendMail } from "./ResendMail";

/** Verifies the e-mail's token once and shows the result; without a token, says where to look. */
export function VerifyEmail({ token, email }: { token?: string; email?: string }) {
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
      <PublicPage title={auth.verifiedTitle} help={already ? auth.alreadyHelp : auth.verifiedHelp}>
        <Button component={Link} to="/auth/login" fullWidth>
          {auth.signIn}
        </Button>
      </PublicPage>
    );
  }
  if (token && !verify.isError) {
    return (
      <PublicPage title={auth.verifying}>
        <Skeleton h={36} />
      </PublicPage>
    );
  }
  return (
    <PublicPage
      title={auth.verifyTitle}
      help={token ? undefined : email ? `${auth.sentTo(email)} ${auth.openLink}` : auth.openLink}
    >
      <Stack gap="md">
        {verify.error && (
          <Callout state="rejected" title={auth.notVerifiedTitle}>
            <Text size="sm">{verify.error.message}</Text>
          </Callout>
        )}
        <Text size="sm" c="dimmed">
          {auth.resendHelp}
        </Text>
        <ResendMail email={email} />
        <Anchor component={Link} to="/auth/login" size="sm" ta="center">
          {auth.backToSignIn}
        </Anchor>
      </Stack>
    </PublicPage>
  );
}
