import { Group, Text } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";

import { DateText, Money, Num } from "@/ui/base/Numbers";

type Named<Props> = Props & { name: ReactNode };

/** A name and its value, in a drawer or a card. */
export function DetailRow({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <Group justify="space-between" align="baseline" wrap="nowrap">
      <Text size="sm" c="dimmed" flex="none">
        {name}
      </Text>
      <Text size="sm" component="div" ta="right">
        {children}
      </Text>
    </Group>
  );
}

export const CountRow = ({ name, ...count }: Named<ComponentProps<typeof Num>>) => (
  <DetailRow name={name}>
    <Num {...count} />
  </DetailRow>
);

export const MoneyRow = ({ name, ...money }: Named<ComponentProps<typeof Money>>) => (
  <DetailRow name={name}>
    <Money {...money} />
  </DetailRow>
);

export const TimeRow = ({ name, ...time }: Named<ComponentProps<typeof DateText>>) => (
  <DetailRow name={name}>
    <DateText {...time} />
  </DetailRow>
);
