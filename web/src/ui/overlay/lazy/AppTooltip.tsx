import { Tooltip } from "@mantine/core";

interface AppTooltipProps {
  label: string;
  opened: boolean;
  anchor: HTMLElement;
  /** For a sentence, which takes several lines. */
  wide?: boolean;
}

const LINE = 240;

/** The tooltip itself, in the landmark that its target is in. */
export function AppTooltip({ label, opened, anchor, wide }: AppTooltipProps) {
  const container = anchor.closest<HTMLElement>("[role=dialog], main, header, nav");
  return (
    <Tooltip
      label={label}
      opened={opened}
      target={anchor}
      portalProps={{ target: container ?? undefined }}
      multiline={wide}
      w={wide ? LINE : undefined}
    />
  );
}
