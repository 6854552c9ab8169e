import { Anchor, Text } from "@mantine/core";

import type { Ticket } from "@/api/third";
import { third } from "@/text/account/third";
import { Callout } from "@/ui/feedback/Callout";

import { labelOf } from "./label";

interface TicketNoticeProps {
  ticket: Ticket;
  joins?: boolean;
  onDrop: () => void;
}

/** What signing in or up will connect, and the way to do without. */
export function TicketNotice({ ticket, joins = false, onDrop }: TicketNoticeProps) {
  return (
    <Callout state="pending" title={third.noticeTitle(labelOf(ticket.provider))}>
      <Text size="sm">{joins ? third.noticeSignUp : third.noticeSignIn}</Text>
      <Anchor component="button" type="button" size="sm" ta="left" onClick={onDrop}>
        {third.cancel}
      </Anchor>
    </Callout>
  );
}
