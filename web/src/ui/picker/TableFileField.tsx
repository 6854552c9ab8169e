import { Group, Text } from "@mantine/core";

import { file as words } from "@/text/core/file";
import { FileField } from "./FileField";
import { FilePicker } from "./FilePicker";

const CSV = ".csv,text/csv";

interface TableFileFieldProps {
  label: string;
  help: string;
  /** The name of the file that was chosen. */
  name: string | undefined;
  busy: boolean;
  error: string | null;
  onPick: (file: File) => void;
}

/** Chooses a CSV file, or another one in its place. */
export function TableFileField({ label, help, name, busy, error, onPick }: TableFileFieldProps) {
  return (
    <FileField label={label} help={help} error={error} required>
      {(described) => (
        <Group gap="sm">
          {name && <Text size="sm">{name}</Text>}
          <FilePicker accept={CSV} busy={busy} describedBy={described} onPick={onPick}>
            {name ? words.otherTable : words.chooseTable}
          </FilePicker>
        </Group>
      )}
    </FileField>
  );
}
