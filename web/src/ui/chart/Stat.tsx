import { Group, Paper, Text } from "@mantine/core";
import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { table } from "@/text/core/table";

import { AnchorLink } from "@/ui/base/links";
import { Change } from "@/ui/base/Numbers";
import { Sparkline } from "./Sparkline";
import classes from "./Stat.module.css";

interface StatProps {
  label: string;
  figure: ReactNode;
  /** The change relative to the previous figure; null if that was zero; absent if not compared. */
  change?: number | null;
  upIsGood?: boolean;
  /** What to know of the figure. */
  note?: string | null;
  trend?: number[];
  /** The report behind it, which the whole card opens. */
  link?: LinkProps;
}

/** A card with one figure, its change from the previous period, and its trend. */
export function Stat({ label, figure, change, upIsGood, note, trend, link }: StatProps) {
  return (
    <Paper p="md" className={classes.card}>
      <Text size="xs" fw={500} c="dimmed">
        {link ? (
          <AnchorLink {...link} inherit c="inherit" className={classes.link}>
            {label}
          </AnchorLink>
        ) : (
          label
        )}
      </Text>
      <Group gap="xs" align="baseline" className={classes.figures}>
        <span className={classes.figure}>{figure}</span>
        {change !== undefined && <Change change={change} upIsGood={upIsGood} words={table} />}
      </Group>
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
      {trend && <Sparkline values={trend} />}
    </Paper>
  );
}
