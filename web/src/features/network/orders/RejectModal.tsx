import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Reason } from "@/api/gen/types.gen";
import { common } from "@/text/core/common";
import { network } from "@/text/network/network";
import { order } from "@/text/publisher/order";
import { capitalize } from "@/ui/base/format";
import { LazyModal } from "@/ui/overlay/LazyModal";

const REASONS: Record<Reason, string> = order.reasons;

interface RejectModalProps {
  title: string;
  question: string;
  opened: boolean;
  busy: boolean;
  onClose: () => void;
  onReject: (reason: Reason) => void;
}

/** Asks why orders are rejected. */
export function RejectModal(props: RejectModalProps) {
  const { title, question, opened, busy, onClose, onReject } = props;
  const [reason, setReason] = useState<Reason>("order_cancelled");
  return (
    <LazyModal opened={opened} onClose={onClose} title={title}>
      <Stack gap="md">
        <Text>{question}</Text>
        <Select
          label={network.reasonCode}
          data={Object.entries(REASONS).map(([value, words]) => ({
            value,
            label: capitalize(words),
          }))}
          allowDeselect={false}
          value={reason}
          onChange={(value) => setReason(value as Reason)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button color="red" loading={busy} onClick={() => onReject(reason)}>
            {title}
          </Button>
        </Group>
      </Stack>
    </LazyModal>
  );
}
