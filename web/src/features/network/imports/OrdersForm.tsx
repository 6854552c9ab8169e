import { Button, Group, Paper, Stack, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { failureText } from "@/api/form/failureText";
import { useDraft } from "@/api/form/useDraft";
import type { DecisionsPreview, ImportMapping, Uploaded } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useUpload } from "@/api/useUpload";
import { imports } from "@/text/network/imports";
import { formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { Callout } from "@/ui/feedback/Callout";
import { QueryError } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { FormNote } from "@/ui/form/FormNote";
import { PreviewTable } from "@/ui/imports/PreviewTable";
import { LayoutFields, QuestionsPanel } from "@/ui/imports/QuestionsPanel";
import { LayoutFacts, ReadingPanel } from "@/ui/imports/ReadingPanel";
import { RefusedTable, SummaryPanel } from "@/ui/imports/SummaryPanel";
import { CountRow } from "@/ui/layout/DetailRow";
import { TableFileField } from "@/ui/picker/TableFileField";
import { MappingFields } from "./MappingFields";

interface FormProps {
  /** The import that was begun. */
  onBegun: (id: number, name: string) => void;
  onClose: () => void;
}

interface Chosen {
  file: Uploaded | null;
  /** The mapping; null for the one that the portal proposes. */
  mapping: ImportMapping | null;
}

const NONE: Chosen = { file: null, mapping: null };

/** The file that was chosen and how it is read: after a reload too. */
function useChosen(kind: string) {
  const { uid, id } = useUser();
  return useDraft<Chosen>(`network_import ${uid} ${id} ${kind}`, NONE);
}

/** A file of orders: chosen, its columns mapped, its first rows looked at, then imported. */
export function OrdersForm({ onBegun, onClose }: FormProps) {
  const upload = useUpload("/network/orders_file");
  const { draft, setDraft, clear } = useChosen("orders");
  const { file, mapping } = draft;
  const attributes = { file_url: file?.url ?? "", mapping: mapping ?? undefined };
  const previewQuery = useQuery({
    ...query("/network/orders_preview", { attributes }),
    enabled: file !== null,
    placeholderData: keepPreviousData,
  });
  const preview = file ? previewQuery.data : undefined;
  const begin = useCall("/network/orders_import", {
    refresh: ["/network/order_imports"],
    onSuccess: ({ id, name }) => {
      clear();
      onBegun(id, name);
    },
  });
  const pick = async (picked: File) => {
    const stored = await upload.send(picked);
    setDraft(stored ? { file: stored, mapping: null } : NONE);
  };
  // A mapping without columns only says how the file is read; its columns are still proposed.
  const own = mapping && Object.keys(mapping.columns).length > 0 ? mapping : undefined;
  const usedMapping = own ?? preview?.mapping;
  const ready =
    file && usedMapping && preview && !preview.reason && !previewQuery.isPlaceholderData;
  return (
    <Paper p="md">
      <Stack gap="lg">
        <PickedFile
          title={imports.orders}
          help={imports.fileHelp}
          name={file?.name}
          busy={upload.busy}
          error={upload.error}
          onPick={(picked) => void pick(picked)}
        />
        {file && previewQuery.error && (
          <>
            <QueryError of={previewQuery} />
            <LayoutFields
              mapping={mapping ?? { columns: {} }}
              onChange={(changed) => setDraft({ file, mapping: changed })}
            />
          </>
        )}
        {file && !preview && !previewQuery.error && <SkeletonRows rows={6} height={40} />}
        {preview && usedMapping && !previewQuery.error && (
          <>
            <QuestionsPanel
              preview={preview}
              mapping={usedMapping}
              onChange={(changed) => setDraft({ file, mapping: changed })}
            />
            <ReadingPanel preview={preview} />
            <LayoutFields
              mapping={usedMapping}
              onChange={(changed) => setDraft({ file, mapping: changed })}
            />
            <MappingFields
              columns={preview.columns}
              mapping={usedMapping}
              onChange={(changed) => setDraft({ file, mapping: changed })}
            />
            <Stack gap="sm">
              <Title order={2}>{imports.preview}</Title>
              {preview.reason && preview.questions.every(({ why }) => why !== preview.reason) && (
                <Callout state="pending" title={preview.reason} />
              )}
              <PreviewTable preview={preview} />
            </Stack>
            {preview.summary && <SummaryPanel summary={preview.summary} />}
          </>
        )}
        <FormNote text={begin.error && failureText(begin.error)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {imports.close}
          </Button>
          <Button
            disabled={!ready}
            loading={begin.isPending}
            onClick={() =>
              file &&
              usedMapping &&
              begin.mutate({
                attributes: { file_url: file.url, name: file.name, mapping: usedMapping },
              })
            }
          >
            {imports.begin}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** A file of decisions: chosen, then imported. */
export function DecisionsForm({ onBegun, onClose }: FormProps) {
  const upload = useUpload("/network/orders_file");
  const { draft, setDraft, clear } = useChosen("decisions");
  const { file } = draft;
  const previewQuery = useQuery({
    ...query("/network/decisions_preview", { attributes: { file_url: file?.url ?? "" } }),
    enabled: file !== null,
  });
  const preview = file ? previewQuery.data : undefined;
  const begin = useCall("/network/decisions_import", {
    refresh: ["/network/order_imports"],
    onSuccess: ({ id, name }) => {
      clear();
      onBegun(id, name);
    },
  });
  const pick = async (picked: File) => {
    const stored = await upload.send(picked);
    setDraft(stored ? { file: stored, mapping: null } : NONE);
  };
  return (
    <Paper p="md">
      <Stack gap="lg">
        <PickedFile
          title={imports.decisions}
          help={imports.decisionsHelp}
          name={file?.name}
          busy={upload.busy}
          error={upload.error}
          onPick={(picked) => void pick(picked)}
        />
        {file && previewQuery.error && <QueryError of={previewQuery} />}
        {preview && <DecisionsSummary preview={preview} />}
        <FormNote text={begin.error && failureText(begin.error)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {imports.close}
          </Button>
          <Button
            disabled={!preview}
            loading={begin.isPending}
            onClick={() =>
              file && begin.mutate({ attributes: { file_url: file.url, name: file.name } })
            }
          >
            {imports.begin}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** A summary of a decision file: how it is read, and how many orders it approves and rejects. */
function DecisionsSummary({ preview }: { preview: DecisionsPreview }) {
  const { encoding, delimiter, header_line, titles, whole, lines, refused, refused_lines } =
    preview;
  return (
    <Stack gap="sm">
      <Title order={2}>{imports.reading}</Title>
      <LayoutFacts
        encoding={encoding}
        delimiter={delimiter}
        headerLine={header_line}
        titles={titles}
      />
      <Title order={2}>{imports.summary}</Title>
      {!whole && <Hint size="sm">{imports.notWhole(formatNumber(lines))}</Hint>}
      <CountRow name={imports.approves} value={preview.approved} />
      <CountRow name={imports.rejects} value={preview.rejected} />
      <CountRow name={imports.counts.refused} value={refused} />
      {refused_lines.length > 0 && <RefusedTable lines={refused_lines} count={refused} />}
    </Stack>
  );
}

interface PickedFileProps {
  title: string;
  help: string;
  name: string | undefined;
  busy: boolean;
  error: string | null;
  onPick: (file: File) => void;
}

function PickedFile({ title, help, name, busy, error, onPick }: PickedFileProps) {
  return (
    <Stack gap="sm">
      <Title order={2}>{title}</Title>
      <TableFileField
        label={imports.file}
        help={help}
        name={name}
        busy={busy}
        error={error}
        onPick={onPick}
      />
    </Stack>
  );
}
