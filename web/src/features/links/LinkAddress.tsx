import { Stack, Text } from "@mantine/core";

import classes from "./Link.module.css";

/** An address in full, to be read and selected. */
export function LinkAddress({ name, value }: { name: string; value: string }) {
  return (
    <Stack gap={4}>
      <Text size="xs" fw={500} c="dimmed">
        {name}
      </Text>
      <Text className={classes.address}>{value}</Text>
    </Stack>
  );
}
