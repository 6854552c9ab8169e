import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import * as codes from "@/api/gen/codes.gen";
import { ResendMail } from "@/features/auth/verify/ResendMail";
import { auth } from "@/text/account/auth";
import { Callout } from "@/ui/feedback/Callout";

interface SignInErrorProps {
  code: number | null;
  message?: string;
  account: string;
  /** The second step took too long. */
  late: boolean;
}

/** Why a sign-in was refused, and what to do next; rarely needed, so it loads on demand. */
export function SignInError({ code, message, account, late }: SignInErrorProps) {
  if (late) return <Callout state="pending" title={auth.secondLate} />;
  if (code === codes.EMAIL_NOT_VERIFIED) {
    return (
      <Callout state="pending" title={auth.unverifiedTitle}>
        <Text size="sm">{auth.unverifiedHelp}</Text>
        <ResendMail email={account} />
      </Callout>
    );
  }
  if (code !== codes.TOO_MANY_ATTEMPTS && code !== codes.PASSWORD_EXPIRED) return null;
  return (
    <Callout
      state="rejected"
      title={code === codes.PASSWORD_EXPIRED ? auth.expiredTitle : auth.attemptsTitle}
    >
      <Text size="sm">{message}</Text>
      <Anchor component={Link} to="/forgot-password" size="sm" underline="always">
        {auth.chooseNew}
      </Anchor>
    </Callout>
  );
}
