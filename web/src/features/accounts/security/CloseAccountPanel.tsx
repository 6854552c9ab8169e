import { Button, List, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AccountClosing } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useSession } from "@/api/session";
import { security } from "@/text/accounts/security";
import { formatMoney } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { LazyPasswordModal } from "@/ui/confirm/LazyPasswordModal";
import { Answer } from "@/ui/feedback/Answer";
import { Callout } from "@/ui/feedback/Callout";
import { ActionRow } from "@/ui/layout/ActionRow";
import { Panel } from "@/ui/layout/Panel";

/** Closes the account permanently. */
export function CloseAccountPanel() {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title={security.closing}>
      <ActionRow help={security.closingHelp}>
        <Button variant="default" ml="auto" onClick={() => setAsking(true)}>
          {security.closeIt}
        </Button>
      </ActionRow>
      {asking && (
        <LazyPasswordModal
          call={{ path: "/user/close", attributes: {} }}
          title={security.closeTitle}
          help={<ClosingSummary />}
          label={security.yourPassword}
          confirm={security.closeIt}
          destroys
          done={security.closed}
          onDone={() => useSession.getState().forget()}
          onClosed={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}

/** The stages of money, in the order in which it comes to the account. */
const STAGES = [
  "pending",
  "approved",
  "withdrawable",
  "requested",
  "needs_you",
  "on_the_way",
] as const;
const LIVING = ["links", "postbacks", "mailed_views", "members"] as const;

/** A summary of what ends when the account is closed, and what continues. */
function ClosingSummary() {
  const answer = useQuery({ ...query("/user/closing", {}), staleTime: 0 });
  return (
    <Stack gap="sm">
      <Text>{security.closingHelp}</Text>
      <Answer of={answer} waiting={<Skeleton h={96} />}>
        {(left) => <Leftovers left={left} />}
      </Answer>
    </Stack>
  );
}

function Leftovers({ left }: { left: AccountClosing }) {
  if (left.stays_open) return <Text>{security.closingOwn(left.leaves)}</Text>;
  const stages = STAGES.filter((stage) => Number(left[stage]) !== 0);
  const lost = stages.some((stage) => stage !== "on_the_way");
  const living = LIVING.filter((kind) => left[kind] > 0);
  return (
    <>
      {stages.length > 0 && (
        <Callout
          state={lost ? "rejected" : "paid"}
          title={lost ? security.closingLoses : security.closingMoney}
        >
          <List size="sm" spacing={4}>
            {stages.map((stage) => (
              <List.Item key={stage}>
                <Text span inherit fw={600}>
                  {formatMoney(left[stage], left.currency)}
                </Text>{" "}
                {security.closingStages[stage]}
              </List.Item>
            ))}
          </List>
          {lost && (
            <AnchorLink to="/payments/summary" size="sm">
              {security.closingPayments}
            </AnchorLink>
          )}
        </Callout>
      )}
      {living.length > 0 && (
        <List size="sm" spacing={4}>
          {living.map((kind) => (
            <List.Item key={kind}>{security.closingLiving[kind](left[kind])}</List.Item>
          ))}
        </List>
      )}
    </>
  );
}
