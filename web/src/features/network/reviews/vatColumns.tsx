import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import type { FormEvent } from "react";
import { useState } from "react";
import { failureText } from "@/api/form/failureText";
import type { NetworkVatReview, ReviewState } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { ReasonModal } from "@/features/network/ReasonModal";
import { common } from "@/text/core/common";
import { network } from "@/text/network/network";
import { countryName } from "@/ui/base/format";
import type { State } from "@/ui/base/theme";
import { toast } from "@/ui/feedback/toasts";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { LazyModal } from "@/ui/overlay/LazyModal";
import { dateColumn, stateColumn, textColumn } from "@/ui/table/columns";
import type { Column } from "@/ui/table/DataTable";

const LOOKS: Record<ReviewState, State> = {
  unneeded: "offline",
  waiting: "pending",
  confirmed: "approved",
  rejected: "rejected",
};
const ONLY_DECIDED = ["state", "decided_by", "ends_at", "reason"];

/** The columns of publishers' VAT claims, with the decision unless it is pending. */
export function vatColumns(zone: string, decided = false): Array<Column<NetworkVatReview>> {
  const columns: Array<Column<NetworkVatReview>> = [
    textColumn("name", network.company),
    textColumn("publisher", network.publisher, { phone: "more" }),
    textColumn("uid", network.uid),
    { key: "country", title: network.country, cell: (row) => countryName(row.country) },
    {
      key: "number",
      title: network.vatNumber,
      phone: "figure",
      cell: ({ number, number_valid }) => (
        <>
          {number}
          {!number_valid && (
            <Text size="xs" c="var(--mantine-color-error)">
              {network.vatNumberWrong}
            </Text>
          )}
        </>
      ),
    },
    dateColumn("stated_at", network.vatStated, zone, { phone: "more" }),
    stateColumn("state", network.status, LOOKS, network.vatStates),
    {
      key: "decided_by",
      title: network.vatDecidedBy,
      cell: ({ decided_by, evidence }) =>
        decided_by ? [decided_by, evidence].filter(Boolean).join(", ") : "–",
    },
    dateColumn("ends_at", network.vatUntil, zone),
    textColumn("reason", network.reason),
    {
      key: "decision",
      title: network.decision,
      cell: (row) => <VatReviewDecision row={row} />,
      always: true,
      phone: "buttons",
    },
  ];
  return decided ? columns : columns.filter(({ key }) => !ONLY_DECIDED.includes(key));
}

const EVIDENCE_MAX = 64;

/** Whether a publisher is registered for VAT: confirmed with where it was looked up, or rejected with the reason. */
function VatReviewDecision({ row }: { row: NetworkVatReview }) {
  const { uid, stated_at, name, state, number, number_valid } = row;
  const [asking, setAsking] = useState<"confirmed" | "rejected" | null>(null);
  const [evidence, setEvidence] = useState("");
  const decide = useCall("/network/vat_review_set", {
    refresh: ["/network/vat_reviews"],
    form: true,
    onSuccess: (_, { attributes }) => {
      setAsking(null);
      const isConfirmed = attributes.state === "confirmed";
      toast.success(isConfirmed ? network.vatConfirmedSaid(name) : network.rejectedSaid(name));
    },
  });
  const of = { uid, stated_at, was: state };
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    const given = evidence.trim();
    decide.mutate({ attributes: { ...of, state: "confirmed", ...(given && { evidence: given }) } });
  };
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {state !== "confirmed" && number_valid && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={network.vatConfirmOf(name)}
          onClick={() => setAsking("confirmed")}
        >
          {network.vatConfirm}
        </Button>
      )}
      {state !== "rejected" && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={network.rejectOf(name)}
          onClick={() => setAsking("rejected")}
        >
          {network.reject}
        </Button>
      )}
      <LazyModal
        opened={asking === "confirmed"}
        onClose={() => setAsking(null)}
        title={network.vatConfirmOf(name)}
      >
        <form noValidate onSubmit={confirm}>
          <Stack>
            <Text size="sm">{network.vatConfirmAsk(number)}</Text>
            <TextInput
              name="evidence"
              label={<OptionalLabel>{network.vatEvidence}</OptionalLabel>}
              maxLength={EVIDENCE_MAX}
              data-autofocus
              value={evidence}
              onChange={({ currentTarget }) => setEvidence(currentTarget.value)}
              {...withHelp(network.vatEvidenceHelp, null)}
            />
            <FormNote text={decide.error && failureText(decide.error)} />
            <Group justify="flex-end">
              <Button variant="default" disabled={decide.isPending} onClick={() => setAsking(null)}>
                {common.cancel}
              </Button>
              <Button type="submit" loading={decide.isPending}>
                {network.vatConfirm}
              </Button>
            </Group>
          </Stack>
        </form>
      </LazyModal>
      <ReasonModal
        name={name}
        opened={asking === "rejected"}
        onClose={() => setAsking(null)}
        onReason={(reason) =>
          decide.mutateAsync({ attributes: { ...of, state: "rejected", reason } })
        }
      />
    </Group>
  );
}
