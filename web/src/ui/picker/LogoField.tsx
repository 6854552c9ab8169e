import { Avatar, Button, Group } from "@mantine/core";

import { file as words } from "@/text/core/file";
import { FileField } from "./FileField";
import { FilePicker, IMAGES } from "./FilePicker";

interface LogoFieldProps {
  /** The logo's URL; empty if there is none. */
  url: string;
  busy: boolean;
  error: string | null;
  onPick: (file: File) => void;
  onRemove: () => void;
}

/** The logo of a channel: shown whole, changed or removed. */
export function LogoField({ url, busy, error, onPick, onRemove }: LogoFieldProps) {
  return (
    <FileField label={words.logo} help={words.logoHelp} error={error}>
      {(help) => (
        <Group gap="sm">
          {url && <Avatar src={url} alt="" size={48} radius="md" />}
          <FilePicker
            accept={IMAGES}
            busy={busy}
            label={url ? words.changeOf(words.logo) : undefined}
            describedBy={help}
            onPick={onPick}
          >
            {url ? words.change : words.chooseLogo}
          </FilePicker>
          {url && (
            <Button
              size="xs"
              variant="subtle"
              aria-label={words.removeOf(words.logo)}
              onClick={onRemove}
            >
              {words.remove}
            </Button>
          )}
        </Group>
      )}
    </FileField>
  );
}
