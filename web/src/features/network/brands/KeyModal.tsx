import { Button, Group, Stack, Text, Textarea } from "@mantine/core";

import type { BrandKey } from "@/api/gen/types.gen";
import { network } from "@/text/network/network";
import { formatDateTime } from "@/ui/base/format";
import { CopyButton } from "@/ui/form/CopyButton";
import { LazyModal } from "@/ui/overlay/LazyModal";

interface KeyModalProps {
  made: BrandKey | null;
  zone: string;
  onClose: () => void;
}

/** A key that has just been generated, shown only once; a click outside does not close it. */
export function KeyModal({ made, zone, onClose }: KeyModalProps) {
  return (
    <LazyModal
      opened={made !== null}
      onClose={onClose}
      title={made && network.keyTitle(made.mcid)}
      persistent
      size="lg"
    >
      {made && (
        <Stack gap="md">
          <Text>{network.keyOnce}</Text>
          <Textarea label={network.key} value={made.key} readOnly rows={5} data-autofocus />
          {made.previous_until && (
            <Text size="sm" c="dimmed">
              {network.keyUntil(formatDateTime(made.previous_until, zone))}
            </Text>
          )}
          <Group justify="flex-end">
            <CopyButton value={made.key} label={network.copyKey} />
            <Button onClick={onClose}>{network.keyClose}</Button>
          </Group>
        </Stack>
      )}
    </LazyModal>
  );
}
