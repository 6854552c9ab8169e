import { Button, Group, NativeSelect, Pagination, Text } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";

import { table } from "@/text/core/table";

import { formatNumber } from "@/ui/base/format";
import { type Paging, parsePaging, SIZES } from "./paging";

interface PageControlsProps extends Paging {
  total: number;
  onChange: (paging: Paging) => void;
}

/** Total, sizes and pages, below any listing. */
export function PageControls({ total, curPage, perPage, onChange }: PageControlsProps) {
  return (
    <Group justify="flex-end" gap="sm">
      <Text size="sm" c="dimmed">
        {table.total(formatNumber(total))}
      </Text>
      <PageSize perPage={perPage} onChange={onChange} />
      <Pagination
        size="sm"
        siblings={1}
        total={Math.max(1, Math.ceil(total / perPage))}
        value={curPage}
        onChange={(page) => onChange({ curPage: page, perPage })}
        aria-label={table.pages}
        getControlProps={(control) => ({ "aria-label": table[`${control}Page`] })}
      />
    </Group>
  );
}

interface CursorControlsProps {
  perPage: Paging["perPage"];
  /** Where this page starts, and where the next one does, as returned by the call. */
  cursor?: string;
  next: string | null;
  /** The total, if known, or a text to show instead. */
  total?: number | string | null;
  onChange: (page: { cursor?: string; perPage: Paging["perPage"] }) => void;
}

/** Controls for cursor pages: the browser's Back button leads to the previous page. */
export function CursorControls({ perPage, cursor, next, total, onChange }: CursorControlsProps) {
  return (
    <Group justify="flex-end" gap="sm">
      {total != null && (
        <Text size="sm" c="dimmed">
          {typeof total === "number" ? table.total(formatNumber(total)) : total}
        </Text>
      )}
      <PageSize perPage={perPage} onChange={({ perPage: size }) => onChange({ perPage: size })} />
      <Group gap="xs" wrap="nowrap">
        <Button
          size="xs"
          variant="default"
          disabled={!cursor}
          onClick={() => onChange({ perPage })}
        >
          {table.firstPage}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!next}
          rightSection={<IconArrowRight size={14} />}
          onClick={() => next && onChange({ cursor: next, perPage })}
        >
          {table.nextPage}
        </Button>
      </Group>
    </Group>
  );
}

interface PageSizeProps {
  perPage: Paging["perPage"];
  onChange: (paging: Paging) => void;
}

function PageSize({ perPage, onChange }: PageSizeProps) {
  return (
    <NativeSelect
      size="xs"
      w={{ base: 136, sm: 108 }}
      aria-label={table.pageSize}
      data={SIZES.map((size) => ({ value: String(size), label: table.perPage(size) }))}
      value={String(perPage)}
      onChange={({ currentTarget }) =>
        onChange(parsePaging({ curPage: 1, perPage: currentTarget.value }))
      }
    />
  );
}
