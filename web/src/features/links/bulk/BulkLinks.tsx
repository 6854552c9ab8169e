import { Button, Group, Paper, Stack, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Attributes, Refusal } from "@/api/call";
import { failureText } from "@/api/form/failureText";
import { useDraft } from "@/api/form/useDraft";
import type { BulkRow } from "@/api/gen/types.gen";
import { randomKey } from "@/api/idempotencyKey";
import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import classes from "@/features/links/Link.module.css";
import { link as words } from "@/text/links/link";
import { Hint } from "@/ui/base/Hint";
import { loadable } from "@/ui/base/loadable";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { FormNote } from "@/ui/form/FormNote";
import { ChannelSwitch } from "@/ui/picker/ChannelSwitch";
import { FilePicker } from "@/ui/picker/FilePicker";
import { BulkOutcome } from "./BulkOutcome";
import { COLUMNS, completeRows, keepRows, parseRows, ROWS_MAX, readHeadings } from "./linkRows";

/** Loaded separately, because of the error texts that it needs. */
const BulkChecks = loadable(() => import("./BulkChecks").then(({ BulkChecks }) => BulkChecks));

/** Bytes of a file: far more than a hundred rows need, and no more than a text field can show. */
const FILE_MAX = 1_000_000;
const DEBOUNCE = 400;

interface BulkLinksProps {
  /** The channel that promotes, where a row names none; the default one if absent. */
  siteId: number | undefined;
  onChannel: (siteId: number | undefined) => void;
}

/** Makes up to a hundred links from pasted text or a file, with a preview. */
export function BulkLinks({ siteId, onChannel }: BulkLinksProps) {
  const { draft, change, answer } = useBulkDraft(`links ${useUser().uid}`);
  const { text, picks, made, refused, refusedText, sent } = draft;
  const [tooLarge, setTooLarge] = useState(false);
  /** The number of answers so far, and whether the last one had links; the focus moves to each new one. */
  const [answers, setAnswers] = useState({ count: 0, made: false });
  const items = parseRows(text);
  const headings = readHeadings(text);
  const tooMany = items.length > ROWS_MAX;
  const attributes = { items: completeRows(items, siteId, picks) };
  const checks = useRowChecks(attributes, items.length > 0 && !tooMany && sent === null);
  const bulk = useCall("/tools/link_bulk", {
    form: true,
    refresh: ["/tools/links"],
    onSuccess: ({ list }) => {
      answer(list);
      setAnswers(({ count }) => ({
        count: count + 1,
        made: list.some(({ link }) => link !== null),
      }));
    },
  });
  const write = (text: string) => {
    setTooLarge(false);
    if (bulk.isError) bulk.reset();
    change({ text });
  };
  const open = async (file: File) => {
    if (file.size > FILE_MAX) setTooLarge(true);
    else write(await file.text());
  };
  const ready = checks.rows?.filter(({ code }) => code === 0).length;
  const nothingReady = !sent && checks.isFresh && ready === 0;
  const send = (event: React.FormEvent) => {
    event.preventDefault();
    if (nothingReady) return checks.again();
    // The answer may be lost although the links were made: the same key makes none of them twice.
    const ask = sent ?? { attributes, key: randomKey() };
    change({ sent: ask });
    bulk.mutate(ask, {
      onError: (failure) => {
        if (failure instanceof Refusal) change({ sent: null });
      },
    });
  };
  const shown = checks.rows ?? (text === refusedText && refused.length > 0 ? refused : null);
  const isRefused = text === refusedText && refused.length > 0;
  const count = sent
    ? sent.attributes.items.length
    : checks.isFresh && ready
      ? ready
      : items.length;
  const unanswered = sent !== null && !bulk.isPending;
  return (
    <div className={classes.columns}>
      <Paper p="md">
        <form noValidate onSubmit={send}>
          <Stack>
            <ChannelSwitch value={siteId} onChange={onChannel} />
            <Textarea
              name="rows"
              label={words.bulkRows}
              description={words.bulkHelp}
              placeholder={words.bulkExample}
              autosize
              minRows={8}
              maxRows={16}
              spellCheck={false}
              autoCapitalize="none"
              readOnly={sent !== null}
              value={text}
              error={
                headings.readable
                  ? tooMany && words.bulkTooMany(items.length)
                  : words.bulkHeadings(headings.unknown.join(", "), COLUMNS.join(", "))
              }
              onChange={({ currentTarget }) => write(currentTarget.value)}
            />
            {headings.readable && headings.unknown.length > 0 && (
              <Hint size="sm">{words.bulkLeftOut(headings.unknown.join(", "))}</Hint>
            )}
            <FormNote
              text={tooLarge ? words.bulkFileTooLarge : bulk.error && failureText(bulk.error)}
            />
            <FormNote state="pending" text={unanswered ? words.bulkUnanswered : null} />
            <Group gap="sm">
              <Button
                type="submit"
                loading={bulk.isPending || (nothingReady && checks.isFetching)}
                disabled={!sent && (items.length === 0 || tooMany)}
              >
                {sent
                  ? words.bulkSendAgain(count)
                  : nothingReady
                    ? words.bulkCheckAgain
                    : words.bulkMake(count)}
              </Button>
              {unanswered ? (
                <Button variant="default" onClick={() => change({ sent: null })}>
                  {words.bulkChange}
                </Button>
              ) : (
                <FilePicker
                  size="sm"
                  accept=".csv,.txt,text/csv,text/plain"
                  disabled={sent !== null}
                  onPick={(file) => void open(file)}
                >
                  {words.bulkFile}
                </FilePicker>
              )}
            </Group>
          </Stack>
        </form>
      </Paper>
      <Stack gap="lg">
        {made.length > 0 && (
          <BulkOutcome
            made={made}
            refused={refused}
            left={isRefused ? refused.length : 0}
            focusKey={answers.made ? answers.count : 0}
            onClear={() => change({ made: [], refused: [], refusedText: "" })}
          />
        )}
        {items.length > 0 && !tooMany && !sent && (
          <BulkChecks
            rows={shown}
            items={attributes.items}
            siteId={siteId}
            isRefused={isRefused}
            isStale={!checks.isFresh}
            failed={checks.failed}
            focusKey={answers.made ? 0 : answers.count}
            onPick={(targets, mcid) =>
              change({
                picks: { ...picks, ...Object.fromEntries(targets.map((url) => [url, mcid])) },
              })
            }
          />
        )}
        {made.length === 0 && (items.length === 0 || tooMany) && (
          <Paper p="md" className={classes.unmade}>
            <EmptyState title={words.bulkEmptyTitle} help={words.bulkEmptyHelp} />
          </Paper>
        )}
      </Stack>
    </div>
  );
}

/** The portal's preview of each row, requested while typing. */
function useRowChecks(attributes: { items: ReturnType<typeof parseRows> }, enabled: boolean) {
  const now = JSON.stringify(attributes);
  const [typed] = useDebouncedValue(now, DEBOUNCE);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query("/tools/link_bulk_preview", { attributes: JSON.parse(typed) }),
    enabled: enabled && typed === now,
    placeholderData: keepPreviousData,
  });
  const isFresh = typed === now && data !== undefined && !isPlaceholderData;
  // The previous preview would be shown beside the wrong rows.
  const matches = data?.list.length === attributes.items.length;
  return {
    rows: enabled && matches ? data.list : null,
    isFresh,
    isFetching,
    failed: error !== null && !isFetching,
    again: () => void refetch(),
  };
}

interface BulkDraft {
  text: string;
  /** The brands that were chosen, by the page. */
  picks: Record<string, string>;
  /** The links made since the result was cleared. */
  made: BulkRow[];
  /** The refused rows of the last answer, and the rows that are left to edit. */
  refused: BulkRow[];
  refusedText: string;
  /** The request without an answer yet; its key prevents duplicates. */
  sent: { attributes: Attributes<"/tools/link_bulk">; key: string } | null;
}

const EMPTY: BulkDraft = {
  text: "",
  picks: {},
  made: [],
  refused: [],
  refusedText: "",
  sent: null,
};

/** The rows of many links, and their result: both survive a reload and a failed call. */
function useBulkDraft(name: string) {
  const { draft, setDraft } = useDraft(name, EMPTY);
  // An answer comes later than the draft that was sent.
  const latest = useRef(draft);
  const change = (part: Partial<BulkDraft>) => {
    latest.current = { ...latest.current, ...part };
    setDraft(latest.current);
  };
  const answer = (list: BulkRow[]) => {
    const { text, made } = latest.current;
    const refused = list.filter(({ link }) => link === null);
    // Another click would make the created links again; refused rows stay to be corrected.
    const refusedText = keepRows(
      text,
      refused.map(({ row }) => row),
    );
    change({
      text: refusedText,
      refusedText,
      refused,
      made: [...made, ...list.filter(({ link }) => link !== null)],
      sent: null,
    });
  };
  return { draft, change, answer };
}
