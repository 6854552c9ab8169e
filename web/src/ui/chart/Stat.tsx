import { Group, Paper, Text } from "@mantine/core";
import type { LinkProps } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import { table } from "@/text/core/table";
import { Change } from "@/ui/base/Change";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { FigureText, lettersOf } from "./FigureText";
import classes from "./Stat.module.css";

interface StatProps {
  label: string;
  figure: string;
  /** How many letters the longest figure of a row of cards has, so that all have one size; without it, its own. */
  letters?: number;
  /** The change relative to the previous figure; null if that was zero; absent if not compared. */
  change?: number | null;
  upIsGood?: boolean;
  /** A note about the figure. */
  note?: string | null;
  trend?: number[];
  /** The report behind it, which the whole card opens. */
  link?: LinkProps;
}

/** A longer figure has its change below it on every card. */
const LETTERS_BESIDE_CHANGE = 11;

/** A card with one figure, its change from the previous period, and its trend. */
export function Stat({ label, figure, letters, change, upIsGood, note, trend, link }: StatProps) {
  const size = letters ?? lettersOf(figure);
  return (
    <Paper p="md" className={classes.card} mod={{ long: size > LETTERS_BESIDE_CHANGE }}>
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
        <span className={classes.figure} style={figureSize(size)}>
          <FigureText text={figure} />
        </span>
        {change !== undefined && <Change change={change} upIsGood={upIsGood} words={table} />}
      </Group>
      {note && <Hint>{note}</Hint>}
      {trend && <Sparkline values={trend} />}
    </Paper>
  );
}

/** A figure is never broken: a long one is smaller. */
function figureSize(letters: number): CSSProperties {
  return { "--letters": letters } as CSSProperties;
}

/** The shape of a figure over its period: no axes, no numbers; the card beside it has those. */
function Sparkline({ values, height = 32 }: { values: number[]; height?: number }) {
  if (values.length < 2) return null;
  const width = 120;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * width;
    const y = height - 2 - ((value - low) / span) * (height - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="var(--mantine-primary-color-filled)"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
