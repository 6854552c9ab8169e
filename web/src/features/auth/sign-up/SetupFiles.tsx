import { Button, Group, Stack, Text } from "@mantine/core";

import { file as words } from "@/text/core/file";
import { DOCUMENTS, FilePick } from "@/ui/picker/FilePick";
import { FileRow } from "@/ui/picker/FileRow";
import { LogoField } from "@/ui/picker/LogoField";

import type { GuestFiles } from "./useGuestFiles";

/** The channel's logo and media kits, before there is an account they could belong to. */
export function SetupFiles({ files }: { files: GuestFiles }) {
  return (
    <>
      <LogoField
        url={files.logo?.url ?? ""}
        busy={files.sendingLogo}
        error={files.logoError}
        onPick={(chosen) => void files.chooseLogo(chosen)}
        onRemove={files.dropLogo}
      />
      <FileRow label={words.kit} help={words.kitHelp} error={files.kitError}>
        {(help) => (
          <Stack gap="xs" align="flex-start">
            {files.kits.map(({ url, name }) => (
              <Group key={url} gap="xs">
                <Text size="sm">{name}</Text>
                <Button
                  size="xs"
                  variant="subtle"
                  aria-label={words.removeOf(name)}
                  onClick={() => files.dropKit(url)}
                >
                  {words.remove}
                </Button>
              </Group>
            ))}
            <FilePick
              accept={DOCUMENTS}
              busy={files.sendingKit}
              label={`${words.chooseKit}: ${words.kit}`}
              describedBy={help}
              onPick={(chosen) => void files.addKit(chosen)}
            >
              {words.chooseKit}
            </FilePick>
          </Stack>
        )}
      </FileRow>
    </>
  );
}
