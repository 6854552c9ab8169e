import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { failureText } from "@/api/form/failureText";
import { useDraft } from "@/api/form/useDraft";
import type { ImportMapping, Uploaded } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useUpload } from "@/api/useUpload";
import { imports } from "@/text/network/imports";
import { Callout } from "@/ui/feedback/Callout";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { FormNote } from "@/ui/form/FormNote";
import { FileField } from "@/ui/picker/FileField";
import { FilePicker } from "@/ui/picker/FilePicker";
import { MappingFields } from "./MappingFields";
import { PreviewTable } from "./PreviewTable";

const CSV = ".csv,text/csv";

interface FormProps {
  /** The import that was begun. */
  onBegun: (id: number, name: string) => void;
  onClose: () => void;
}

interface Chosen {
  file: Uploaded | null;
  /** Null: as the portal proposes it. */
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
  const usedMapping = mapping ?? preview?.mapping;
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
          <ErrorState
            error={previewQuery.error}
            busy={previewQuery.isFetching}
            onRetry={() => void previewQuery.refetch()}
          />
        )}
        {file && !preview && !previewQuery.error && <SkeletonRows rows={6} height={40} />}
        {preview && usedMapping && !previewQuery.error && (
          <>
            <MappingFields
              columns={preview.columns}
              mapping={usedMapping}
              onChange={(changed) => setDraft({ file, mapping: changed })}
            />
            <Stack gap="sm">
              <Title order={2}>{imports.preview}</Title>
              {preview.reason && <Callout state="pending" title={preview.reason} />}
              <PreviewTable preview={preview} />
            </Stack>
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
        <FormNote text={begin.error && failureText(begin.error)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {imports.close}
          </Button>
          <Button
            disabled={!file}
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
      <FileField label={imports.file} help={help} error={error} required>
        {(described) => (
          <Group gap="sm">
            {name && <Text size="sm">{name}</Text>}
            <FilePicker accept={CSV} busy={busy} describedBy={described} onPick={onPick}>
              {name ? imports.otherFile : imports.chooseFile}
            </FilePicker>
          </Group>
        )}
      </FileField>
    </Stack>
  );
}
