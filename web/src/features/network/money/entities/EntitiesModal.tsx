import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";

import type { LegalEntity } from "@/api/gen/types.gen";
import { money } from "@/text/network/money";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

import { EntityModal } from "./EntityModal";

interface EntitiesModalProps {
  entities: LegalEntity[];
  onClosed: () => void;
}

/** The network's companies that pay; one is changed or added in a form of its own. */
export function EntitiesModal({ entities, onClosed }: EntitiesModalProps) {
  const [opened, setOpened] = useState(true);
  const [editing, setEditing] = useState<LegalEntity | "new" | null>(null);
  if (editing !== null) {
    return (
      <EntityModal
        entity={editing === "new" ? undefined : editing}
        onClosed={() => setEditing(null)}
      />
    );
  }
  return (
    <AppModal
      opened={opened}
      onClose={() => setOpened(false)}
      onClosed={onClosed}
      title={money.entitiesTitle}
    >
      <Stack gap="md">
        <Text>{money.entitiesHelp}</Text>
        {entities.length === 0 && <EmptyState title={money.noEntity} help={money.noEntityHelp} />}
        {entities.map((entity) => (
          <Group key={entity.entity_id} justify="space-between" wrap="nowrap">
            <Stack gap={0} miw={0}>
              <Text fw={600}>{entity.name}</Text>
              <Text size="xs" c="dimmed">
                {[entity.country, entity.iban, entity.vat_id].filter(Boolean).join(" · ")}
              </Text>
            </Stack>
            <Button
              size="xs"
              variant="default"
              style={{ flexShrink: 0 }}
              onClick={() => setEditing(entity)}
            >
              {money.entityEdit(entity.name)}
            </Button>
          </Group>
        ))}
        <Group justify="flex-end">
          <Button onClick={() => setEditing("new")}>{money.entityAdd}</Button>
        </Group>
      </Stack>
    </AppModal>
  );
}
