import { Tooltip } from "@mantine/core";

/** The tooltip itself. */
export function AppTooltip(props: { label: string; opened: boolean; anchor: HTMLElement }) {
  const { label, opened, anchor } = props;
  return <Tooltip label={label} opened={opened} target={anchor} />;
}
