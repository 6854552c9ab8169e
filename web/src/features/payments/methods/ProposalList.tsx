import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MethodProposal } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { paymentMethod as words } from "@/text/payments/paymentMethod";
import { countryName, formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { methodName } from "@/ui/base/methodName";
import { overlay } from "@/ui/base/overlay";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { toast } from "@/ui/feedback/toasts";
import { Panel } from "@/ui/layout/Panel";
import { RowList } from "@/ui/table/RowList";

const LazyConfirmModal = overlay(() =>
  import("./ConfirmModal").then(({ ConfirmModal }) => ConfirmModal),
);

/** The payment methods that finance members propose, until an owner confirms or declines them; nothing if there are none. */
export function ProposalList() {
  const user = useUser();
  const mayConfirm = hasPermission(user, "payee.edit");
  const { data } = useQuery({
    ...query("/payments/proposals"),
    enabled: hasPermission(user, "payee.propose"),
  });
  const [confirmed, setConfirmed] = useState<MethodProposal | null>(null);
  const end = useCall("/payments/proposal_end", { refresh: ["/payments/proposals"] });
  const askEnd = (proposal: MethodProposal) => {
    const texts = proposal.own ? words.withdrawing : words.declining;
    const name = methodName(proposal);
    openConfirm({
      title: texts.title(name),
      question: texts.help(proposal.proposed_by),
      confirm: texts.confirm,
      destroys: true,
      onConfirm: () =>
        end.mutate(
          { attributes: { id: proposal.id } },
          { onSuccess: () => toast.success(texts.done(name)) },
        ),
    });
  };
  const proposals = data?.list ?? [];
  if (proposals.length === 0) return null;
  return (
    <Panel title={words.proposals}>
      <Hint size="sm">{mayConfirm ? words.proposalsHelp : words.proposalsWait}</Hint>
      <RowList label={words.proposals}>
        {proposals.map((proposal) => {
          const name = methodName(proposal);
          const texts = proposal.own ? words.withdrawing : words.declining;
          return (
            <Group component="li" key={proposal.id} justify="space-between" gap="sm">
              <Stack gap={4} miw={0} flex="1 1 260px">
                <Text fw={500}>
                  {proposal.replaces === null ? words.newMethod(name) : words.changedMethod(name)}
                </Text>
                <Hint size="sm">
                  {[
                    countryName(proposal.country),
                    proposal.currency,
                    words.entities[proposal.entity],
                  ].join(" · ")}
                </Hint>
                <Hint size="sm">
                  {words.proposedBy(
                    proposal.own ? null : proposal.proposed_by,
                    formatDateTime(proposal.proposed_at, user.time_zone),
                    formatDateTime(proposal.ends_at, user.time_zone),
                  )}
                </Hint>
              </Stack>
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="xs"
                  color="red"
                  variant="default"
                  aria-label={texts.buttonOf(name)}
                  loading={end.isPending}
                  onClick={() => askEnd(proposal)}
                >
                  {texts.button}
                </Button>
                {mayConfirm && (
                  <Button
                    size="xs"
                    aria-label={words.confirmOf(name)}
                    onClick={() => setConfirmed(proposal)}
                  >
                    {words.confirm}
                  </Button>
                )}
              </Group>
            </Group>
          );
        })}
      </RowList>
      {confirmed && <LazyConfirmModal proposal={confirmed} onClosed={() => setConfirmed(null)} />}
    </Panel>
  );
}
