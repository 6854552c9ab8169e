import { ActionIcon, Button, CopyButton as MantineCopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";

import { copying } from "@/text/core/copying";

import { LazyTooltip } from "@/ui/overlay/LazyTooltip";

import classes from "./CopyButton.module.css";

interface CopyButtonProps {
  value: string;
  /** The button's text; without it, the button is only an icon. */
  label?: string;
  /** The name of what the icon copies, for screen readers. */
  what?: string;
}

/** Copies, and then says so in place of the button's text. */
export function CopyButton({ value, label, what }: CopyButtonProps) {
  return (
    <MantineCopyButton value={value} timeout={1500}>
      {({ copied, copy }) => {
        const Icon = copied ? IconCheck : IconCopy;
        const text = copied ? copying.copied : (what ?? copying.copy);
        if (label) {
          return (
            <Button variant="default" leftSection={<Icon size={16} stroke={1.5} />} onClick={copy}>
              <span className={classes.either}>
                <span aria-hidden={copied}>{label}</span>
                <span aria-hidden={!copied}>{copying.copied}</span>
              </span>
            </Button>
          );
        }
        return (
          <LazyTooltip label={text}>
            {(targetProps) => (
              <ActionIcon
                {...targetProps}
                variant="subtle"
                color="gray"
                size={32}
                aria-label={text}
                onClick={copy}
              >
                <Icon size={16} stroke={1.5} />
              </ActionIcon>
            )}
          </LazyTooltip>
        );
      }}
    </MantineCopyButton>
  );
}
