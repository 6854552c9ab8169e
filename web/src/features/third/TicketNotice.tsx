import { Anchor, Text } from "@mantine/core";

import { thirdTicket, useTicket } from "@/api/third";
import { third } from "@/text/third";
import { Callout } from "@/ui/Callout";

import { labelOf } from "./label";

/** What signing in or up will connect, and the way to do without. */
export function TicketNotice({ help }: { help: string }) {
  const ticket = useTicket();
  if (!ticket) return null;
  return (
    <Callout state="pending" title={third.noticeTitle(labelOf(ticket.provider))}>
      <Text size="sm">{help}</Text>
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="left"
        onClick={() => thirdTicket.drop()}
      >
        {third.cancel}
      </Anchor>
    </Callout>
  );
}
