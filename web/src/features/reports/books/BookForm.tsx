import { Button, Group, Paper, Select, Stack, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { failureText } from "@/api/form/failureText";
import { useDraft } from "@/api/form/useDraft";
import type { AmountKind, ImportMapping, ImportSummary, Uploaded } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useUpload } from "@/api/useUpload";
import { books } from "@/text/reports/books";
import { formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { Callout } from "@/ui/feedback/Callout";
import { QueryError } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { FormNote } from "@/ui/form/FormNote";
import { PreviewTable } from "@/ui/imports/PreviewTable";
import { LayoutFields, QuestionsPanel } from "@/ui/imports/QuestionsPanel";
import { ReadingPanel } from "@/ui/imports/ReadingPanel";
import { RefusedTable } from "@/ui/imports/SummaryPanel";
import { CountRow, MoneyRow } from "@/ui/layout/DetailRow";
import { TableFileField } from "@/ui/picker/TableFileField";
import { BookFields, DayFields } from "./BookFields";

interface Chosen {
  file: Uploaded | null;
  amounts: AmountKind;
  /** The mapping; null for the one that the portal proposes. */
  mapping: ImportMapping | null;
  start: string;
  end: string;
}

const NONE: Chosen = { file: null, amounts: "commission", mapping: null, start: "", end: "" };

interface BookFormProps {
  /** The comparison that was begun. */
  onBegun: (id: number, name: string) => void;
  onClose: () => void;
}

/** A file of the publisher's books: chosen, its columns looked at, then compared. */
export function BookForm({ onBegun, onClose }: BookFormProps) {
  const { uid, id } = useUser();
  const upload = useUpload("/reports/books_file");
  const { draft, setDraft, clear } = useDraft<Chosen>(`books ${uid} ${id}`, NONE);
  const { file, amounts, mapping, start, end } = draft;
  const previewQuery = useQuery({
    ...query("/reports/books_preview", {
      attributes: { file_url: file?.url ?? "", amounts, mapping: mapping ?? undefined },
    }),
    enabled: file !== null,
    placeholderData: keepPreviousData,
  });
  const preview = file ? previewQuery.data : undefined;
  const begin = useCall("/reports/books_compare", {
    refresh: ["/reports/books_list"],
    onSuccess: ({ id: begun, name }) => {
      clear();
      onBegun(begun, name);
    },
  });
  const pick = async (picked: File) => {
    const stored = await upload.send(picked);
    setDraft({ ...NONE, amounts, file: stored });
  };
  const change = (changed: ImportMapping) => setDraft({ ...draft, mapping: changed });
  // A mapping without columns only says how the file is read; its columns are still proposed.
  const own = mapping && Object.keys(mapping.columns).length > 0 ? mapping : undefined;
  const used = own ?? preview?.mapping;
  const ready = file && used && preview && !preview.reason && !previewQuery.isPlaceholderData;
  return (
    <Paper p="md">
      <Stack gap="lg">
        <Title order={2}>{books.start}</Title>
        <TableFileField
          label={books.file}
          help={books.fileHelp}
          name={file?.name}
          busy={upload.busy}
          error={upload.error}
          onPick={(picked) => void pick(picked)}
        />
        <Select
          maw={360}
          label={books.amounts}
          data={Object.entries(books.amountKinds).map(([value, label]) => ({ value, label }))}
          value={amounts}
          allowDeselect={false}
          onChange={(kind) =>
            kind && setDraft({ ...draft, amounts: kind as AmountKind, mapping: null })
          }
        />
        {file && previewQuery.error && (
          <>
            <QueryError of={previewQuery} />
            <LayoutFields mapping={mapping ?? { columns: {} }} onChange={change} />
          </>
        )}
        {file && !preview && !previewQuery.error && <SkeletonRows rows={6} height={40} />}
        {preview && used && !previewQuery.error && (
          <>
            <QuestionsPanel preview={preview} mapping={used} onChange={change} />
            <BookFields columns={preview.columns} mapping={used} onChange={change} />
            <DayFields
              start={start}
              end={end}
              onChange={(first, last) => setDraft({ ...draft, start: first, end: last })}
            />
            <Stack gap="sm">
              <Title order={2}>{books.preview}</Title>
              {preview.reason && preview.questions.every(({ why }) => why !== preview.reason) && (
                <Callout state="pending" title={preview.reason} />
              )}
              <PreviewTable preview={preview} />
            </Stack>
            {preview.summary && <Summary summary={preview.summary} />}
            <ReadingPanel preview={preview} />
            <LayoutFields mapping={used} onChange={change} />
          </>
        )}
        <FormNote text={begin.error && failureText(begin.error)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {books.close}
          </Button>
          <Button
            disabled={!ready}
            loading={begin.isPending}
            onClick={() =>
              file &&
              used &&
              begin.mutate({
                attributes: {
                  file_url: file.url,
                  name: file.name,
                  amounts,
                  mapping: used,
                  start_date: start || undefined,
                  end_date: end || undefined,
                },
              })
            }
          >
            {books.compare}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** The sums of a file's lines, and the lines that cannot be read. */
function Summary({ summary }: { summary: ImportSummary }) {
  const { whole, lines, orders, sales, refused, refused_lines } = summary;
  return (
    <Stack gap="sm">
      <Title order={2}>{books.summary}</Title>
      {!whole && <Hint size="sm">{books.notWhole(formatNumber(lines))}</Hint>}
      <Stack gap={4}>
        <CountRow name={books.read} value={lines} />
        <CountRow name={books.named} value={orders} />
        {Object.entries(sales).map(([currency, amount]) => (
          <MoneyRow key={currency} name={books.sum(currency)} amount={amount} currency={currency} />
        ))}
        <CountRow name={books.refused} value={refused} />
      </Stack>
      {refused > 0 && (
        <>
          <Hint size="sm">{books.refusedHelp}</Hint>
          <RefusedTable lines={refused_lines} count={refused} />
        </>
      )}
    </Stack>
  );
}
