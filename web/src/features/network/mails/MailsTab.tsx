import { Stack } from "@mantine/core";
import type { UndeliveredMail } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { TwoNames } from "@/features/network/accounts/accountCells";
import { usePublisherChip } from "@/features/network/pickers/pickerChips";
import { pageOf, type TabProps } from "@/features/network/searchParams";
import { mails as words } from "@/text/network/mails";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { parseId } from "@/ui/base/searchParams";
import { EmptyList } from "@/ui/feedback/EmptyState";
import { FilterBar } from "@/ui/filter/FilterBar";
import { dateColumn, textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { useRowDrawer } from "@/ui/table/useRowDrawer";
import { type MailsSearch, mailsInput } from "./searchParams";

/** Mails to publishers and staff that were given up, with the reason. */
export function MailsTab({ search, onSearch }: TabProps<MailsSearch>) {
  const { time_zone: zone } = useUser();
  const { uid } = search;
  const answer = useSteadyQuery("/network/undelivered_mails", mailsInput(search));
  const rows = useRowDrawer({
    answer,
    id: (row) => row.mail_id,
    shown: parseId(search.look),
    onShow: (shown) => onSearch({ ...search, look: shown }),
    alone: query("/network/undelivered_mails", mailsInput(search)),
    title: ({ address }) => address,
  });
  const narrow = (value: number | undefined) =>
    onSearch({ ...search, uid: value, curPage: undefined });
  const publisher = usePublisherChip(uid, narrow);
  return (
    <Stack>
      <FilterBar chips={[publisher]} />
      <DataTable
        {...rows}
        name="network_mails"
        label={words.table}
        columns={columnsOf(zone)}
        empty={<EmptyList words={words} onClear={!!uid && (() => narrow(undefined))} />}
        page={pageOf(search)}
        onPage={(picked) => onSearch({ ...search, ...picked })}
      />
    </Stack>
  );
}

const columnsOf = (zone: string): Array<Column<UndeliveredMail>> => [
  {
    key: "address",
    title: words.to,
    cell: ({ address, publisher, uid }) => (
      <TwoNames first={uid === 0 ? words.staff : publisher} second={address} />
    ),
  },
  { key: "mail", title: words.mail, phone: "more", cell: ({ mail }) => words.mails[mail] ?? mail },
  textColumn("reason", words.reason),
  {
    key: "refused",
    title: words.outcome,
    phone: "status",
    cell: ({ refused, bounced }) => (
      <StatusBadge state={refused ? "rejected" : "pending"}>
        {words.outcomes[bounced ? "returned" : refused ? "refused" : "expired"]}
      </StatusBadge>
    ),
  },
  dateColumn("failed_at", words.at, zone, { phone: "more" }),
];
