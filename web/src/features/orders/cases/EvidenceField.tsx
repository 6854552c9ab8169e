import { ActionIcon, Group, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";

import type { Evidence } from "@/api/gen/types.gen";
import { useUpload } from "@/api/useUpload";
import { cases } from "@/text/orders/case";
import { FileField } from "@/ui/picker/FileField";
import { DOCUMENTS, FilePicker } from "@/ui/picker/FilePicker";

const MOST = 5;

interface EvidenceFieldProps {
  files: Evidence[];
  /** Why the portal refused them. */
  error: string | null;
  onChange: (files: Evidence[]) => void;
}

/** Files that prove a claim; each is uploaded when it is chosen. */
export function EvidenceField({ files, error, onChange }: EvidenceFieldProps) {
  const upload = useUpload("/common/upload");
  const add = async (file: File) => {
    const stored = await upload.send(file);
    if (stored) onChange([...files, { file_url: stored.url, name: stored.name }]);
  };
  return (
    <FileField label={cases.evidence} help={cases.evidenceHelp} error={upload.error ?? error}>
      {(help) => (
        <>
          {files.map((file) => (
            <Group key={file.file_url} gap={4} wrap="nowrap">
              <Text size="sm" truncate>
                {file.name}
              </Text>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={cases.removeFile(file.name)}
                onClick={() => onChange(files.filter((each) => each !== file))}
              >
                <IconX size={14} />
              </ActionIcon>
            </Group>
          ))}
          {files.length < MOST && (
            <div>
              <FilePicker
                accept={DOCUMENTS}
                busy={upload.busy}
                describedBy={help}
                onPick={(file) => void add(file)}
              >
                {cases.addFile}
              </FilePicker>
            </div>
          )}
        </>
      )}
    </FileField>
  );
}
