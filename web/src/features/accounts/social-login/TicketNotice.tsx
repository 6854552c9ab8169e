import { Anchor, Text } from "@mantine/core";

import type { SocialTicket } from "@/features/accounts/social-login/socialTicket";
import { socialLogin } from "@/text/accounts/socialLogin";
import { Callout } from "@/ui/feedback/Callout";

import { providerLabel } from "./providerLabel";

interface TicketNoticeProps {
  ticket: SocialTicket;
  joins?: boolean;
  onDrop: () => void;
}

/** Says which provider identity signing in or up will connect, with a button to decline. */
export function TicketNotice({ ticket, joins = false, onDrop }: TicketNoticeProps) {
  return (
    <Callout state="pending" title={socialLogin.noticeTitle(providerLabel(ticket.provider))}>
      <Text size="sm">{joins ? socialLogin.noticeSignUp : socialLogin.noticeSignIn}</Text>
      <Anchor component="button" type="button" size="sm" ta="left" onClick={onDrop}>
        {socialLogin.cancel}
      </Anchor>
    </Callout>
  );
}
