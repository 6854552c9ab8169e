import { Tooltip } from "@mantine/core";

/** The words beside what is pointed at. */
export function AppTooltip(props: { label: string; opened: boolean; anchor: HTMLElement }) {
  const { label, opened, anchor } = props;
  return <Tooltip label={label} opened={opened} target={anchor} />;
}
