import { Button, Group, NativeSelect, Pagination, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import type { ReactNode, RefObject } from "react";
import { useRef } from "react";
import { table } from "@/text/core/table";
import { formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { PHONE } from "@/ui/base/theme";
import { DEFAULT_SIZE, type Paging, parsePaging, SIZES } from "./paging";

interface PageControlsProps extends Paging {
  total: number;
  onChange: (paging: Paging) => void;
  /** Of its landmark, where another listing may be on the page. */
  label?: string;
}

/** Total, sizes and pages, below any listing. */
export function PageControls(props: PageControlsProps) {
  const { total, curPage, perPage, onChange, label = table.pages } = props;
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const pages = Math.max(1, Math.ceil(total / perPage));
  const [controls, showStart] = useListStart();
  const go = (page: number) => {
    onChange({ curPage: page, perPage });
    showStart();
  };
  const count = <Hint size="sm">{table.total(formatNumber(total))}</Hint>;
  // A short list that is there in whole has nothing to choose.
  if (pages === 1 && curPage === 1 && total <= DEFAULT_SIZE) return count;
  return (
    <Group ref={controls} justify="flex-end" gap="sm">
      {count}
      <PageSize perPage={perPage} onChange={onChange} />
      {phone ? (
        <Steps
          label={label}
          before={curPage > 1 && (() => go(curPage - 1))}
          after={curPage < pages && (() => go(curPage + 1))}
        >
          {table.pageOf(formatNumber(curPage), formatNumber(pages))}
        </Steps>
      ) : (
        <Pagination
          size="sm"
          siblings={1}
          total={pages}
          value={curPage}
          onChange={go}
          aria-label={label}
          getControlProps={(control) => ({ "aria-label": table[`${control}Page`] })}
        />
      )}
    </Group>
  );
}

interface StepsProps {
  label: string;
  /** What leads to the page before and after this one, where there is one. */
  before: false | (() => void);
  after: false | (() => void);
  children?: ReactNode;
}

/** One page back or on. */
function Steps({ label, before, after, children }: StepsProps) {
  return (
    <Group component="nav" aria-label={label} gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        disabled={!before}
        leftSection={<IconArrowLeft size={14} />}
        onClick={before || undefined}
      >
        {table.previous}
      </Button>
      {children && <Text size="sm">{children}</Text>}
      <Button
        size="xs"
        variant="default"
        disabled={!after}
        rightSection={<IconArrowRight size={14} />}
        onClick={after || undefined}
      >
        {table.next}
      </Button>
    </Group>
  );
}

/** A page that has no number: where it starts, as returned by the call for the page before it. */
export interface CursorPage {
  perPage: Paging["perPage"];
  cursor?: string;
}

interface CursorControlsProps extends CursorPage {
  /** Where the next page starts. */
  next: string | null;
  /** The total, if known, or a text to show instead. */
  total?: number | string | null;
  onChange: (page: CursorPage) => void;
}

/** Controls for cursor pages, which have no numbers. */
export function CursorControls({ perPage, cursor, next, total, onChange }: CursorControlsProps) {
  const before = cursor === undefined ? undefined : pageBefore(cursor);
  const [controls, showStart] = useListStart();
  const go = (to?: string) => {
    onChange({ cursor: to, perPage });
    showStart();
  };
  const count = total != null && (
    <Hint size="sm">{typeof total === "number" ? table.total(formatNumber(total)) : total}</Hint>
  );
  if (cursor === undefined && next === null && perPage <= DEFAULT_SIZE) return count;
  return (
    <Group ref={controls} justify="flex-end" gap="sm">
      {count}
      <PageSize
        perPage={perPage}
        onChange={({ perPage: size }) => onChange({ perPage: size, cursor: undefined })}
      />
      {cursor && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => go()}>
          {table.firstPage}
        </Button>
      )}
      <Steps
        label={table.pages}
        before={before !== undefined && (() => go(before ?? undefined))}
        after={
          next !== null &&
          (() => {
            keepPageBefore(next, cursor);
            go(next);
          })
        }
      />
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

/** The way back through cursor pages: a cursor only leads forward, so the browser keeps the previous ones. */
const KEY = "page_before ";
const FIRST = "";

/** Where the page before a cursor's starts: null if that is the first, undefined if unknown. */
function pageBefore(cursor: string): string | null | undefined {
  const before = sessionStorage.getItem(KEY + cursor);
  if (before === null) return undefined;
  return before === FIRST ? null : before;
}

/** Keeps which page a cursor was reached from, also for a reload. */
function keepPageBefore(cursor: string, before: string | undefined): void {
  sessionStorage.setItem(KEY + cursor, before ?? FIRST);
}

/** The controls of a list, and a callback that scrolls to its head when another page is requested. */
function useListStart(): [RefObject<HTMLDivElement | null>, () => void] {
  const controls = useRef<HTMLDivElement>(null);
  const show = () => {
    const list = controls.current?.closest(".portal-table, main");
    if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView();
  };
  return [controls, show];
}
