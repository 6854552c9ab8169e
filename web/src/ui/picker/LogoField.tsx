import { Avatar, Button, Group } from "@mantine/core";

import { file as words } from "@/text/core/file";

import { FilePick, IMAGES } from "./FilePick";
import { FileRow } from "./FileRow";

interface LogoFieldProps {
  /** Where it lies; empty if there is none. */
  url: string;
  busy: boolean;
  error: string | null;
  onPick: (file: File) => void;
  onRemove: () => void;
}

/** The logo of a channel: shown whole, changed or removed. */
export function LogoField({ url, busy, error, onPick, onRemove }: LogoFieldProps) {
  return (
    <FileRow label={words.logo} help={words.logoHelp} error={error}>
      {(help) => (
        <Group gap="sm">
          {url && <Avatar src={url} alt="" size={48} radius="md" />}
          <FilePick
            accept={IMAGES}
            busy={busy}
            label={url ? words.changeOf(words.logo) : undefined}
            describedBy={help}
            onPick={onPick}
          >
            {url ? words.change : words.chooseLogo}
          </FilePick>
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
    </FileRow>
  );
}
