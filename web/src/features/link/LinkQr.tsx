import { Button, Group, Image } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";

import { link as words } from "@/text/publisher/link";

interface LinkQrProps {
  /** An inline SVG. */
  qr: string;
  code: string;
}

/** The QR code of a short link, to scan or save. */
export function LinkQr({ qr, code }: LinkQrProps) {
  // As an image, so that no script in it can run.
  const image = `data:image/svg+xml,${encodeURIComponent(qr)}`;
  return (
    <Group gap="md" align="flex-end">
      <Image src={image} alt={words.qr} w={128} h={128} radius="sm" bg="white" p={4} />
      <Button
        component="a"
        href={image}
        download={words.qrFile(code)}
        size="xs"
        variant="default"
        leftSection={<IconDownload size={14} stroke={1.5} />}
      >
        {words.saveQr}
      </Button>
    </Group>
  );
}
