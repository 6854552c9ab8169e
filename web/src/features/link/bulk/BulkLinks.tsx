import { Button, Group, Paper, Stack, Text, Textarea, Title } from "@mantine/core";
import { useEffect, useRef, useState } from "react";

import { failureText } from "@/api/form/failureText";
import { clearDraft, readDraft, saveDraft } from "@/api/form/formDraft";
import type { BulkRow } from "@/api/gen/types.gen";
import { IdempotencyKey } from "@/api/idempotencyKey";
import { useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { BrandSelect } from "@/features/link/BrandSelect";
import classes from "@/features/link/Link.module.css";
import { link as words } from "@/text/publisher/link";
import { Callout } from "@/ui/feedback/Callout";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { FormNote } from "@/ui/form/FormNote";
import { ChannelSwitch } from "@/ui/picker/ChannelSwitch";
import { FilePicker } from "@/ui/picker/FilePicker";
import { BulkOutcome } from "./BulkOutcome";
import { COLUMNS, keepRows, parseRows, ROWS_MAX, readHeadings } from "./linkRows";

/** Bytes of a file: far more than a hundred rows need, and no more than a text field can show. */
const FILE_MAX = 1_000_000;

interface BulkLinksProps {
  /** The channel that promotes, where a row names none; the default one if absent. */
  siteId: number | undefined;
  onChannel: (siteId: number | undefined) => void;
}

/** Makes up to a hundred links from what is pasted or read from a file. */
export function BulkLinks({ siteId, onChannel }: BulkLinksProps) {
  const draft = `links ${useUser().uid}`;
  const [idempotencyKey] = useState(() => new IdempotencyKey());
  const [text, setText] = useState(() => readDraft<{ text: string }>(draft).text ?? "");
  const [tooLarge, setTooLarge] = useState(false);
  const [rows, setRows] = useState<BulkRow[] | null>(null);
  const write = (text: string) => {
    // What came of other rows would stand beside what is wrong with these.
    if (parseRows(text).length > ROWS_MAX || !readHeadings(text).readable) setRows(null);
    setText(text);
    setTooLarge(false);
    saveDraft(draft, { text });
  };
  const [brand, setBrand] = useState<string | null>(null);
  const items = parseRows(text);
  const headings = readHeadings(text);
  const tooMany = items.length > ROWS_MAX;
  const bulk = useCall("/tools/link_bulk", {
    form: true,
    refresh: ["/tools/links"],
    onSuccess: ({ list }) => {
      idempotencyKey.finish();
      clearDraft(draft);
      setRows(list);
      // What was made would be made again by another click; what was refused can be corrected.
      const refused = list.filter(({ link }) => link === null).map(({ row }) => row);
      write(keepRows(text, refused));
    },
  });
  const open = async (file: File) => {
    if (file.size > FILE_MAX) setTooLarge(true);
    else write(await file.text());
  };
  const send = (event: React.FormEvent) => {
    event.preventDefault();
    const usual = {
      ...(brand ? { mcid: brand } : {}),
      ...(siteId ? { site_id: String(siteId) } : {}),
    };
    const attributes = {
      items: items.map((item) => ({
        ...(item.mid ? { site_id: usual.site_id } : usual),
        ...item,
      })),
    };
    // The answer may be lost although the links were made: the same key makes none of them twice.
    bulk.mutate(
      { attributes, key: idempotencyKey.for(attributes) },
      { onError: (failure) => idempotencyKey.finish(failure) },
    );
  };
  return (
    <div className={classes.columns}>
      <Paper p="md">
        <form noValidate onSubmit={send}>
          <Stack gap="md">
            <ChannelSwitch value={siteId} onChange={onChannel} />
            <BrandSelect
              siteId={siteId}
              label={words.brand}
              placeholder={words.brandHint}
              description={words.bulkBrandHelp}
              clearable
              value={brand}
              onChange={setBrand}
            />
            <Textarea
              label={words.bulkRows}
              description={words.bulkHelp}
              placeholder={words.bulkExample}
              autosize
              minRows={8}
              maxRows={16}
              spellCheck={false}
              autoComplete="off"
              value={text}
              error={
                headings.readable
                  ? tooMany && words.bulkTooMany(items.length)
                  : words.bulkHeadings(headings.unknown.join(", "), COLUMNS.join(", "))
              }
              onChange={({ currentTarget }) => write(currentTarget.value)}
            />
            {headings.readable && headings.unknown.length > 0 && (
              <Text size="sm" c="dimmed">
                {words.bulkLeftOut(headings.unknown.join(", "))}
              </Text>
            )}
            <FormNote
              text={tooLarge ? words.bulkFileTooLarge : bulk.error && failureText(bulk.error)}
            />
            <Group gap="sm">
              <Button
                type="submit"
                loading={bulk.isPending}
                disabled={items.length === 0 || tooMany}
              >
                {words.bulkMake(items.length)}
              </Button>
              <FilePicker
                size="sm"
                accept=".csv,.txt,text/csv,text/plain"
                onPick={(file) => void open(file)}
              >
                {words.bulkFile}
              </FilePicker>
            </Group>
          </Stack>
        </form>
      </Paper>
      <Paper p="md">{rows ? <Outcome rows={rows} /> : <Waiting />}</Paper>
    </div>
  );
}

const Waiting = () => <EmptyState title={words.bulkEmptyTitle} help={words.bulkEmptyHelp} />;

function Outcome({ rows }: { rows: BulkRow[] }) {
  const head = useRef<HTMLHeadingElement>(null);
  // The focus moves to the result, which may be below the fold on a phone.
  useEffect(() => head.current?.focus(), [rows]);
  const made = rows.filter(({ link }) => link !== null).length;
  const failed = rows.length - made;
  return (
    <Stack gap="md">
      <Title order={2} ref={head} tabIndex={-1} className={classes.head}>
        {words.bulkReady(made)}
      </Title>
      {failed > 0 && (
        <Callout state="pending" title={words.bulkFailed(failed)}>
          <Text size="sm">{words.bulkFailedHelp}</Text>
        </Callout>
      )}
      <BulkOutcome rows={rows} />
    </Stack>
  );
}
