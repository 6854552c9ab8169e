import { Button, Group, Stack, Text } from "@mantine/core";

import { file as words } from "@/text/core/file";
import { FileField } from "@/ui/picker/FileField";
import { DOCUMENTS, FilePicker } from "@/ui/picker/FilePicker";
import { LogoField } from "@/ui/picker/LogoField";

import type { GuestFiles } from "./useGuestFiles";

/** The channel's logo and media kits, before there is an account they could belong to. */
export function ProfileFiles({ files }: { files: GuestFiles }) {
  return (
    <>
      <LogoField
        url={files.logo?.url ?? ""}
        busy={files.sendingLogo}
        error={files.logoError}
        onPick={(chosen) => void files.chooseLogo(chosen)}
        onRemove={files.removeLogo}
      />
      <FileField label={words.kit} help={words.kitHelp} error={files.kitError}>
        {(help) => (
          <Stack gap="xs" align="flex-start">
            {files.kits.map(({ url, name }) => (
              <Group key={url} gap="xs">
                <Text size="sm">{name}</Text>
                <Button
                  size="xs"
                  variant="subtle"
                  aria-label={words.removeOf(name)}
                  onClick={() => files.removeKit(url)}
                >
                  {words.remove}
                </Button>
              </Group>
            ))}
            <FilePicker
              accept={DOCUMENTS}
              busy={files.sendingKit}
              label={`${words.chooseKit}: ${words.kit}`}
              describedBy={help}
              onPick={(chosen) => void files.addKit(chosen)}
            >
              {words.chooseKit}
            </FilePicker>
          </Stack>
        )}
      </FileField>
    </>
  );
}
