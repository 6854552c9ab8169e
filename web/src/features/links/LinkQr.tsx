import { Button, Group, Image, Stack } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";

import { link as words } from "@/text/links/link";

const PNG_SIZE = 1_024;

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
          onClick={() => void savePng(image, words.qrFile(code, "png"))}
        >
          {words.savePng}
        </Button>
      </Stack>
    </Group>
  );
}

/** Draws the code on white, large enough for print, and saves it. */
async function savePng(image: string, name: string) {
  const picture = document.createElement("img");
  picture.width = PNG_SIZE;
  picture.height = PNG_SIZE;
  picture.src = image;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = PNG_SIZE;
  canvas.height = PNG_SIZE;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, PNG_SIZE, PNG_SIZE);
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, 0, 0, PNG_SIZE, PNG_SIZE);
  const anchor = document.createElement("a");
  anchor.href = canvas.toDataURL("image/png");
  anchor.download = name;
  anchor.click();
}
