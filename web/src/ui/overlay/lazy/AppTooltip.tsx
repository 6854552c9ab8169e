import { Tooltip } from "@mantine/core";

interface AppTooltipProps {
  label: string;
  opened: boolean;
  anchor: HTMLElement;
  /** For a sentence, which takes several lines. */
  wide?: boolean;
}

const LINE = 240;

/** The tooltip itself. */
export function AppTooltip({ label, opened, anchor, wide }: AppTooltipProps) {
  return (
    <Tooltip
      label={label}
      opened={opened}
      target={anchor}
      multiline={wide}
      w={wide ? LINE : undefined}
    />
  );
}
