import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { Refusal } from "@/api/call";
import * as codes from "@/api/gen/codes.gen";
import { signInError } from "@/text/accounts/signInError";
import { Callout } from "@/ui/feedback/Callout";
import { ResendMail } from "./ResendMail";

interface SignInErrorProps {
  error: Error | null;
  account: string;
  /** The second step took too long. */
  late: boolean;
}

/** Why a sign-in was refused, and what to do next; rarely needed, so it loads on demand. */
export function SignInError({ error, account, late }: SignInErrorProps) {
  const { code, data } = error instanceof Refusal ? error : { code: null, data: null };
  if (late) return <Callout state="pending" title={signInError.secondLate} />;
  if (code === codes.EMAIL_NOT_VERIFIED) {
    return (
      <Callout state="pending" title={signInError.unverifiedTitle}>
        <Text size="sm">{signInError.unverifiedHelp}</Text>
        <ResendMail email={emailOf(data) ?? account} />
      </Callout>
    );
  }
  if (code !== codes.TOO_MANY_ATTEMPTS && code !== codes.PASSWORD_EXPIRED) return null;
  return (
    <Callout
      state="rejected"
      title={code === codes.PASSWORD_EXPIRED ? signInError.expiredTitle : signInError.attemptsTitle}
    >
      <Text size="sm">{error?.message}</Text>
      <Anchor component={Link} to="/forgot-password" size="sm" underline="always">
        {signInError.chooseNew}
      </Anchor>
    </Callout>
  );
}

/** The unverified address, which the portal returns with the right password. */
function emailOf(data: unknown): string | undefined {
  const { email } = (data ?? {}) as { email?: unknown };
  return typeof email === "string" ? email : undefined;
}
