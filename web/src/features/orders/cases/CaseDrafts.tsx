import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { PreparedCase } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { cases } from "@/text/orders/case";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { Panel } from "@/ui/layout/Panel";
import { RowList } from "@/ui/table/RowList";
import type { CaseSearch } from "./searchParams";

interface CaseDraftsProps {
  /** Opens the form, filled from a draft. */
  onComplete: (filled: CaseSearch) => void;
}

/** The cases that agents have prepared, each to be completed or deleted; nothing if there are none. */
export function CaseDrafts({ onComplete }: CaseDraftsProps) {
  const { data } = useQuery(query("/reports/case_draft_list"));
  if (!data?.list.length) return null;
  return (
    <Panel title={cases.drafts}>
      <Hint size="sm">{cases.draftsHelp}</Hint>
      <RowList label={cases.drafts}>
        {data.list.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onComplete={onComplete} />
        ))}
      </RowList>
    </Panel>
  );
}

/** What the form starts with. */
function filledFrom(draft: PreparedCase): CaseSearch {
  const { id, kind, note, oid, periods, topic, payment_id } = draft;
  const { item_id, mcid, order_id, order_time, currency, amount, click_ref } = draft;
  return {
    draft: id,
    add: kind,
    note,
    about: oid ?? undefined,
    item_id: item_id ?? undefined,
    mcid: mcid ?? undefined,
    order_id: order_id ?? undefined,
    order_time: order_time ?? undefined,
    currency: currency ?? undefined,
    amount: amount ?? undefined,
    click_ref: click_ref ?? undefined,
    periods: periods.length > 0 ? periods : undefined,
    topic: topic ?? undefined,
    payment_id: payment_id ?? undefined,
    asked: true,
  };
}

function DraftRow({ draft, onComplete }: { draft: PreparedCase } & CaseDraftsProps) {
  const { time_zone: zone } = useUser();
  const { id, kind, agent, created_at, mcid, order_id, oid, note } = draft;
  const drop = useCall("/reports/case_draft_del", { refresh: ["/reports/case_draft_list"] });
  const about = [cases.kinds[kind], mcid, order_id ?? oid].filter(Boolean).join(" · ");
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={2} miw={0} flex="1 1 260px">
        <Text size="sm" fw={500}>
          {about}
        </Text>
        <Text size="sm" lineClamp={2}>
          {note}
        </Text>
        <Hint size="sm">{cases.draftBy(agent, formatDateTime(created_at, zone))}</Hint>
      </Stack>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={drop.isPending}
          aria-label={`${cases.dropDraft}: ${about}`}
          onClick={() => drop.mutate({ attributes: { id } })}
        >
          {cases.dropDraft}
        </Button>
        <Button
          size="xs"
          aria-label={`${cases.complete}: ${about}`}
          onClick={() => onComplete(filledFrom(draft))}
        >
          {cases.complete}
        </Button>
      </Group>
    </Group>
  );
}
