import { Button, Group, Image, Stack } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";

import { link as words } from "@/text/links/link";
import { saveQrPng } from "./saveQrPng";

interface LinkQrProps {
  /** An inline SVG. */
  qr: string;
  code: string;
}

/** The QR code of a short link, to scan or save. */
export function LinkQr({ qr, code }: LinkQrProps) {
  // As an image, so that no script in it can run.
  const image = `data:image/svg+xml,${encodeURIComponent(qr)}`;
  const icon = <IconDownload size={14} stroke={1.5} />;
  return (
    <Group align="flex-end">
      <Image src={image} alt={words.qr} w={128} h={128} radius="sm" bg="white" p={4} />
      <Stack gap="xs">
        <Button
          component="a"
          href={image}
          download={words.qrFile(code, "svg")}
          size="xs"
          variant="default"
          leftSection={icon}
        >
          {words.saveSvg}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={icon}
          onClick={() => void saveQrPng(image, words.qrFile(code, "png"))}
        >
          {words.savePng}
        </Button>
      </Stack>
    </Group>
  );
}
