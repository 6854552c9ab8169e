import { Group, Progress, Stack, Text } from "@mantine/core";

export interface Ranked {
  key: string;
  label: string;
  /** The length of the bar, relative to the others. */
  value: number;
  /** The formatted figure. */
  text: string;
}

/** The first few of a listing by one figure, as bars; the table beside it has all. */
export function Ranking({ label, list }: { label: string; list: Ranked[] }) {
  const most = Math.max(...list.map(({ value }) => value), 0) || 1;
  return (
    <Stack component="ul" aria-label={label} gap="sm" p={0} m={0}>
      {list.map(({ key, label: name, value, text }) => (
        <Stack component="li" key={key} gap={4} display="flex">
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" truncate title={name}>
              {name}
            </Text>
            <Text size="sm" fw={500} flex="none">
              {text}
            </Text>
          </Group>
          <Progress size={6} value={(Math.max(value, 0) / most) * 100} aria-hidden="true" />
        </Stack>
      ))}
    </Stack>
  );
}
