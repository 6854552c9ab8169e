import { Box, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { RELATIONSHIP_NOT_APPROVED, REQUEST_INVALID } from "@/api/gen/codes.gen";
import type { BulkCheck, BulkItem, BulkRow } from "@/api/gen/types.gen";
import { linkRefusalText } from "@/features/links/edit/linkRefusalText";
import { LABELS } from "@/features/links/edit/linkValues";
import { link as words } from "@/text/links/link";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { LazySelect } from "@/ui/picker/LazySelect";
import classes from "./Bulk.module.css";

type Checked = BulkCheck | BulkRow;

interface BulkChecksProps {
  /** The portal's check of each row; null until there is one. */
  rows: Checked[] | null;
  /** The same rows as they would be sent. */
  items: BulkItem[];
  siteId: number | undefined;
  /** Whether the rows are those that were just refused. */
  isRefused: boolean;
  /** Whether the rows have changed since. */
  isStale: boolean;
  failed: boolean;
  /** The focus moves here with each new number. */
  focusKey: number;
  /** Chooses the brand of pages that belong to several. */
  onPick: (targets: string[], mcid: string) => void;
}

/** The preview of each row: first the errors, each once. */
export function BulkChecks(props: BulkChecksProps) {
  const { rows, items, siteId, isRefused, isStale, failed, focusKey, onPick } = props;
  const head = useRef<HTMLHeadingElement>(null);
  // The focus moves to the refused rows, which may be below the fold on a phone.
  useEffect(() => {
    if (focusKey > 0) head.current?.focus();
  }, [focusKey]);
  const bad = rows?.filter(({ code }) => code !== 0) ?? [];
  const good = rows?.filter(({ code }) => code === 0) ?? [];
  const title =
    rows === null
      ? words.bulkRowCount(items.length)
      : isRefused && good.length === 0
        ? words.bulkFailed(bad.length)
        : words.bulkUnderstood(good.length, rows.length);
  return (
    <Paper p="md" component="section" aria-label={words.bulkChecks}>
      <Stack>
        <Title order={2} ref={head} tabIndex={-1} className={classes.head}>
          {title}
        </Title>
        {failed && (
          <Text size="sm" role="status">
            {words.bulkUnchecked}
          </Text>
        )}
        {rows === null && !failed && <Hint size="sm">{words.bulkChecking}</Hint>}
        {isRefused && bad.length > 0 && <Hint size="sm">{words.bulkFailedHelp}</Hint>}
        {rows && (
          <Stack data-stale={isStale || undefined} className={classes.rows}>
            {groupBy(bad, reasonOf).map(([reason, group]) => (
              <Problem
                key={reason}
                reason={reason}
                rows={group}
                items={items}
                siteId={siteId}
                onPick={onPick}
              />
            ))}
            {good.length > 0 && <Understood rows={good} items={items} />}
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}

interface ProblemProps extends Pick<BulkChecksProps, "items" | "siteId" | "onPick"> {
  reason: string;
  rows: Checked[];
}

/** A problem, the rows that have it, and what to do. */
function Problem({ reason, rows, items, siteId, onPick }: ProblemProps) {
  const [first] = rows;
  if (!first) return null;
  const { code, mcid, brand_name, choices } = first;
  const applies = code === RELATIONSHIP_NOT_APPROVED && brand_name;
  return (
    <div className={classes.problem}>
      <Text size="sm" fw={600}>
        {reason}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard */}
      <ul className={classes.pages} aria-label={reason} tabIndex={0}>
        {rows.map(({ row, target_url }) => (
          <li key={row}>
            <Text span inherit c="dimmed">
              {words.bulkRow(row)}
            </Text>{" "}
            {target_url || words.bulkNoAddress}
          </li>
        ))}
      </ul>
      {(applies || choices.length > 0) && (
        <Group gap="sm" align="flex-end">
          {applies && (
            <AnchorLink to="/brands/$mcid" params={{ mcid }} search={{ site_id: siteId }} size="sm">
              {words.bulkApply(brand_name)}
            </AnchorLink>
          )}
          {choices.length > 0 && (
            <LazySelect
              label={code === REQUEST_INVALID ? words.brand : words.bulkOtherBrand}
              placeholder={words.brandHint}
              comboboxProps={{ withinPortal: false }}
              data={choices.map(({ mcid, name }) => ({ value: mcid, label: name }))}
              value={null}
              onChange={(picked) => {
                const targets = rows.map(({ row }) => items[row - 1]?.target_url ?? "");
                if (picked) onPick(targets, picked);
              }}
            />
          )}
        </Group>
      )}
    </div>
  );
}

/** The valid rows: page, brand, labels, path; then the warnings, each once. */
function Understood({ rows, items }: { rows: Checked[]; items: BulkItem[] }) {
  const warned = rows.flatMap((row) =>
    warningsOf(row).map((warning) => ({ warning, row: row.row })),
  );
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard */}
      <ol className={classes.understood} aria-label={words.bulkReadyRows} tabIndex={0}>
        {rows.map(({ row, target_url, brand_name }) => {
          const item = items[row - 1] ?? {};
          return (
            <li key={row}>
              <Text span size="xs" c="dimmed" className={classes.number}>
                {row}
              </Text>
              <Box miw={0}>
                <Text size="sm" truncate title={target_url}>
                  {target_url.replace(/^https?:\/\/(www\.)?/i, "")}
                </Text>
                <Text size="xs" c="dimmed" className={classes.cells}>
                  {[brand_name, ...cellsOf(item)].join(" · ")}
                </Text>
              </Box>
            </li>
          );
        })}
      </ol>
      {groupBy(warned, ({ warning }) => warning).map(([warning, group]) => (
        <Text key={warning} size="xs" c="dimmed">
          {group.length === rows.length
            ? warning
            : `${words.bulkRowList(group.map(({ row }) => row))}: ${warning}`}
        </Text>
      ))}
    </>
  );
}

/** The labels, path, coupon and note of a row, as the list shows them. */
function cellsOf(item: BulkItem): string[] {
  const labels = LABELS.flatMap((name, index) => {
    const value = item[name] ?? (index === 0 ? item.uid : undefined);
    return value ? [words.bulkCell(words.label(index + 1), value)] : [];
  });
  const others = [
    [words.path, item.path],
    [words.coupon, item.coupon],
    [words.note, item.note],
  ].flatMap(([name, value]) => (name && value ? [words.bulkCell(name, value)] : []));
  return [...labels, ...others];
}

/** The error of a row, in the words of this page. */
function reasonOf(row: Checked): string {
  const { code, field, brand_name, choices } = row;
  if (code === RELATIONSHIP_NOT_APPROVED && brand_name) return words.bulkNotJoined(brand_name);
  if (code === REQUEST_INVALID && field === "mcid" && choices.length > 0)
    return words.bulkAmbiguous(choices.map(({ name }) => name));
  return linkRefusalText(row);
}

const warningsOf = (row: Checked) =>
  "warnings" in row ? row.warnings : (row.link?.warnings ?? []);

function groupBy<T>(list: T[], key: (each: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const each of list) groups.set(key(each), [...(groups.get(key(each)) ?? []), each]);
  return [...groups];
}
