import { Button, Group, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { DOWNLOAD_STATUS_READY } from "@/api/gen/enums.gen";
import type { OrderImport } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import type { TabProps } from "@/features/network/searchParams";
import { pageAfter } from "@/features/network/searchParams";
import { imports } from "@/text/network/imports";
import { Hint } from "@/ui/base/Hint";
import { overlay } from "@/ui/base/overlay";
import { parseId } from "@/ui/base/searchParams";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { toast } from "@/ui/feedback/toasts";
import { countColumn, dateColumn, textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { ImportDrawer } from "./ImportDrawer";
import { ImportState } from "./ImportState";
import { type FileKind, type ImportsSearch, importsInput } from "./searchParams";

const waiting = <SkeletonRows rows={6} height={48} />;
const OrdersForm = overlay(
  () => import("./OrdersForm").then(({ OrdersForm }) => OrdersForm),
  waiting,
);
const DecisionsForm = overlay(
  () => import("./OrdersForm").then(({ DecisionsForm }) => DecisionsForm),
  waiting,
);
const POLL = 2_000;

/** Loads a form before it is shown, as the list below it would move. */
export const preloadForm = (file: FileKind) =>
  (file === "decisions" ? DecisionsForm : OrdersForm).preload();

/** Imports of order files and decision files, with their progress and refused lines. */
export function ImportsTab({ search, onSearch }: TabProps<ImportsSearch>) {
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
    <Stack>
      <Group justify="space-between" gap="sm">
        <Hint size="sm">{imports.help}</Hint>
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
        page={pageAfter(search)}
        onPage={(page) => onSearch({ ...search, ...page })}
      />
      <ImportDrawer
        shown={parseId(search.look)}
        onClose={() => onSearch({ ...search, look: undefined })}
      />
    </Stack>
  );
}

const COLUMNS: Array<Column<OrderImport>> = [
  textColumn("name", imports.name, { phone: "lead" }),
  { key: "kind", title: imports.kind, phone: "more", cell: ({ kind }) => imports.kinds[kind] },
  {
    key: "status",
    title: imports.state,
    phone: "status",
    cell: ({ status }) => <ImportState status={status} />,
  },
  countColumn("lines", imports.lines, { phone: "figure" }),
  countColumn("created", imports.created),
  countColumn("updated", imports.updated),
  countColumn("unchanged", imports.unchanged),
  countColumn("refused", imports.refused),
  textColumn("by", imports.by),
  dateColumn("created_at", imports.began, "UTC"),
];
