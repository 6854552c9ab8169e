import { Button, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Payment } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { table } from "@/text/core/table";
import { payment as words } from "@/text/publisher/payment";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { choiceChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { PageControls } from "@/ui/table/PageControls";
import { documentsOf, hasDocument, useDocument } from "./documents";
import { paymentColumns } from "./paymentColumns";
import { PAYMENT_STATES, type SummarySearch, summaryInput } from "./search";

interface PaymentListProps {
  search: SummarySearch;
  onSearch: (search: SummarySearch) => void;
}

/** Every payment to the publisher, the latest first. */
export function PaymentList({ search, onSearch }: PaymentListProps) {
  const user = useUser();
  const ask = summaryInput(search);
  const answer = useQuery({
    ...query("/payments/summary", ask),
    placeholderData: keepPreviousData,
  });
  const cancel = useCall("/payments/cancel", {
    refresh: ["/payments/balance", "/payments/summary", "/payments/settlements"],
    onSuccess: () => toast.success(words.cancelled),
  });
  const file = useDocument();
  const mayCancel = ({ status }: Payment) =>
    hasPermission(user, "payment.edit") && ["requested", "failed"].includes(status);
  const menu: Column<Payment> = {
    key: "actions",
    title: table.actions,
    always: true,
    width: 88,
    phone: "menu",
    cell: (row) =>
      (mayCancel(row) || hasDocument(row)) && (
        <ActionMenu
          label={words.actions(row.payment_id)}
          busy={cancel.isPending || file.busy}
          groups={[
            ...documentsOf(row).map(({ name, kind }) =>
              (["pdf", "csv"] as const).map((format) => ({
                label: words.documentIn(name, format),
                onClick: () => file.open(row.payment_id, format, kind),
              })),
            ),
            mayCancel(row)
              ? [
                  {
                    label: words.cancel,
                    onClick: () =>
                      openConfirm({
                        title: words.cancelTitle,
                        question: words.cancelAsk,
                        confirm: words.cancel,
                        keep: words.keep,
                        onConfirm: () =>
                          cancel.mutate({ attributes: { payment_id: row.payment_id } }),
                      }),
                  },
                ]
              : [],
          ].filter((group) => group.length > 0)}
        />
      ),
  };
  return (
    <Stack gap="md">
      <FilterBar
        chips={[
          choiceChip({
            key: "status",
            name: words.status,
            words: words.states,
            of: PAYMENT_STATES,
            value: search.status,
            onChange: (status) => onSearch({ ...search, status, curPage: undefined }),
          }),
        ]}
      />
      <DataTable
        name="payments"
        label={words.payments}
        answer={answer}
        columns={[...paymentColumns(user.time_zone), menu]}
        id={({ payment_id }) => payment_id}
        hiddenByDefault={["fee", "trace_id", "invoice", "expected_date"]}
        expected={5}
        empty={
          search.status ? (
            <EmptyState
              title={words.noMatch}
              help={words.noMatchHelp}
              action={
                <Button size="xs" variant="default" onClick={() => onSearch({})}>
                  {words.clear}
                </Button>
              }
            />
          ) : (
            <EmptyState title={words.none} help={words.noneHelp} />
          )
        }
        pages={
          answer.data && (
            <PageControls
              {...ask.page}
              total={answer.data.total}
              onChange={(page) => onSearch({ ...search, ...page })}
            />
          )
        }
      />
    </Stack>
  );
}
