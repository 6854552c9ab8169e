import { Avatar, Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useId } from "react";

import { file as words } from "@/text/file";
import { OptionalLabel } from "@/ui/Field";
import { DOCUMENTS, FilePick, IMAGES } from "@/ui/FilePick";

import type { GuestFiles } from "./useGuestFiles";

/** The channel's logo and media kits, before there is an account they could belong to. */
export function SetupFiles({ files }: { files: GuestFiles }) {
  const { logo, kits } = files;
  return (
    <>
      <FileRow label={words.logo} help={words.logoHelp} error={files.logoError}>
        {(help) => (
          <Group gap="sm">
            {logo && <Avatar src={logo.url} alt="" size={48} radius="md" />}
            <FilePick
              accept={IMAGES}
              busy={files.sendingLogo}
              label={logo ? words.changeOf(words.logo) : undefined}
              describedBy={help}
              onPick={(chosen) => void files.chooseLogo(chosen)}
            >
              {logo ? words.change : words.chooseLogo}
            </FilePick>
            {logo && <Remove name={words.logo} onClick={files.dropLogo} />}
          </Group>
        )}
      </FileRow>
      <FileRow label={words.kit} help={words.kitHelp} error={files.kitError}>
        {(help) => (
          <Stack gap="xs" align="flex-start">
            {kits.map(({ url, name }) => (
              <Group key={url} gap="xs">
                <Text size="sm">{name}</Text>
                <Remove name={name} onClick={() => files.dropKit(url)} />
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

interface FileRowProps {
  label: string;
  help: string;
  error: string | null;
  children: (help: string) => ReactNode;
}

function FileRow({ label, help, error, children }: FileRowProps) {
  const id = useId();
  return (
    <Stack gap={4} role="group" aria-label={label}>
      <Text size="xs" fw={500}>
        <OptionalLabel>{label}</OptionalLabel>
      </Text>
      {children(id)}
      <Text id={id} size="xs" c={error ? "error" : "dimmed"} role={error ? "alert" : undefined}>
        {error ?? help}
      </Text>
    </Stack>
  );
}

function Remove({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button size="xs" variant="subtle" aria-label={words.removeOf(name)} onClick={onClick}>
      {words.remove}
    </Button>
  );
}
