import "@/ui/styles/pageStyles";

import { Button, Group, Stack, Text, Title } from "@mantine/core";

import { terms } from "@/text/account/terms";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

/** The terms, to be read where they are agreed to. */
export function TermsModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <AppModal opened={opened} onClose={onClose} title={terms.title} size="lg">
      <Stack gap="md">
        <Text c="dimmed">{terms.intro}</Text>
        {terms.sections.map(({ title, text }) => (
          <Stack key={title} gap={4} component="section">
            <Title order={3}>{title}</Title>
            <Text>{text}</Text>
          </Stack>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {terms.close}
          </Button>
        </Group>
      </Stack>
    </AppModal>
  );
}
