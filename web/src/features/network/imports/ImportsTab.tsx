import { Button, Group, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { DOWNLOAD_STATUS_READY } from "@/api/gen/enums.gen";
import type { OrderImport } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { type FileKind, importsInput, type TabProps } from "@/features/network/search";
import { TabPages } from "@/features/network/TabPages";
import { imports } from "@/text/network/imports";
import { DateText, Num } from "@/ui/base/Numbers";
import { parseId } from "@/ui/base/searchParams";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { ImportDrawer } from "./ImportDrawer";
import { ImportState } from "./ImportState";
import { DecisionsForm, OrdersForm } from "./OrdersForm";

const POLL = 2_000;

/** Files of orders and of decisions: imported, followed, and what was refused of them. */
export function ImportsTab({ search, onSearch }: TabProps) {
  const { file } = search;
  const open = (kind?: FileKind) => onSearch({ ...search, file: kind });
  const answer = useQuery({
    ...query("/network/order_imports", importsInput(search)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.list.some(({ status }) => status < DOWNLOAD_STATUS_READY) ? POLL : false,
  });
  const Form = file === "decisions" ? DecisionsForm : OrdersForm;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {imports.help}
        </Text>
        <Group gap="sm">
          <Button variant="default" onClick={() => open("decisions")}>
            {imports.decisions}
          </Button>
          <Button onClick={() => open("orders")}>{imports.orders}</Button>
        </Group>
      </Group>
      {file && (
        <Form
          key={file}
          onClose={() => open()}
          onBegun={(id, name) => {
            toast.success(imports.queued(name));
            onSearch({ ...search, file: undefined, look: String(id) });
          }}
        />
      )}
      <DataTable
        name="network_imports"
        label={imports.table}
        answer={answer}
        columns={COLUMNS}
        id={({ id }) => id}
        onOpen={({ id }) => onSearch({ ...search, look: String(id) })}
        opened={search.look ?? null}
        empty={<EmptyState title={imports.none} help={imports.noneHelp} />}
        pages={<TabPages data={answer.data} search={search} onSearch={onSearch} />}
      />
      <ImportDrawer
        shown={parseId(search.look)}
        onClose={() => onSearch({ ...search, look: undefined })}
      />
    </Stack>
  );
}

const COLUMNS: Array<Column<OrderImport>> = [
  { key: "name", title: imports.name, phone: "lead", cell: ({ name }) => name },
  { key: "kind", title: imports.kind, phone: "more", cell: ({ kind }) => imports.kinds[kind] },
  {
    key: "status",
    title: imports.state,
    phone: "status",
    cell: ({ status }) => <ImportState status={status} />,
  },
  {
    key: "lines",
    title: imports.lines,
    numeric: true,
    phone: "figure",
    cell: (row) => <Num value={row.lines} />,
  },
  {
    key: "created",
    title: imports.created,
    numeric: true,
    cell: (row) => <Num value={row.created} />,
  },
  {
    key: "updated",
    title: imports.updated,
    numeric: true,
    cell: (row) => <Num value={row.updated} />,
  },
  {
    key: "unchanged",
    title: imports.unchanged,
    numeric: true,
    cell: (row) => <Num value={row.unchanged} />,
  },
  {
    key: "refused",
    title: imports.refused,
    numeric: true,
    cell: (row) => <Num value={row.refused} />,
  },
  { key: "by", title: imports.by, cell: (row) => row.by },
  {
    key: "created_at",
    title: imports.began,
    cell: (row) => <DateText value={row.created_at} zone="UTC" />,
  },
];
