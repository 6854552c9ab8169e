import { type PointerEvent, useState } from "react";

import { formatTicks } from "@/ui/base/format";
import classes from "./LineChart.module.css";
import { axisStyle, gridLines, labelIndexes } from "./ticks";

const MOST_LABELS = 6;

export interface Line {
  name: string;
  color: string;
  dashed?: boolean;
  /** A value for each label; undefined if there is none. */
  values: Array<number | undefined>;
}

export interface LineChartProps {
  labels: string[];
  /** The last one is drawn on top. */
  lines: Line[];
  format: (value: number) => string;
  /** Counts have no halves on their axis. */
  whole: boolean;
  /**
   * The label of the last point if its period is not over, such as "so far". The line to it is
   * dotted.
   */
  part?: string;
}

/** Lines over time, as an image; a table has the same for screen readers. Drawn in percentages, it needs no measuring.
 */
export function LineChart({ labels, lines, format, whole, part }: LineChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const values = lines.flatMap((line) => line.values.filter((value) => value !== undefined));
  const grid = gridLines(values, whole);
  const ticks = formatTicks(grid.map(format));
  const bottom = grid[0] ?? 0;
  const height = (grid.at(-1) ?? 1) - bottom;
  const last = labels.length - 1;
  const leftOf = (index: number) => (last > 0 ? (index / last) * 100 : 50);
  const topOf = (value: number) => 100 - ((value - bottom) / height) * 100;
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { x, width } = currentTarget.getBoundingClientRect();
    setPointed(Math.min(last, Math.max(0, Math.round(((clientX - x) / width) * last))));
  };
  return (
    <div className={classes.chart} style={axisStyle(ticks)}>
      <div className={classes.plot} onPointerMove={point} onPointerLeave={() => setPointed(null)}>
        {grid.map((value, index) => (
          <div key={value} className={classes.grid} style={{ top: `${topOf(value)}%` }}>
            <span>{ticks[index]}</span>
          </div>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {lines.map((line) => (
            <Strokes
              key={line.name}
              line={line}
              part={part !== undefined}
              leftOf={leftOf}
              topOf={topOf}
            />
          ))}
        </svg>
        {labelIndexes(labels.length, MOST_LABELS).map((index) => (
          <span
            key={labels[index]}
            className={classes.label}
            data-edge={index === last && last > 0 ? "end" : undefined}
            style={{ left: `${leftOf(index)}%` }}
          >
            {labels[index]}
          </span>
        ))}
        {pointed !== null && (
          <div
            className={classes.pointer}
            data-side={pointed > last / 2 ? "left" : "right"}
            style={{ left: `${leftOf(pointed)}%` }}
          >
            <div className={classes.tip}>
              <strong>
                {labels[pointed]}
                {part && pointed === last && ` (${part})`}
              </strong>
              {lines.toReversed().map(({ name, color, values: its }) => {
                const value = its[pointed];
                return (
                  value !== undefined && (
                    <span key={name}>
                      <i style={{ background: color }} />
                      {name}
                      <b>{format(value)}</b>
                    </span>
                  )
                );
              })}
            </div>
          </div>
        )}
      </div>
      {lines.length > 1 && (
        <div className={classes.legend}>
          {lines.toReversed().map(({ name, color }) => (
            <span key={name}>
              <i style={{ background: color }} />
              {name}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

interface StrokesProps {
  line: Line;
  /** The line to the last point is dotted. */
  part: boolean;
  leftOf: (index: number) => number;
  topOf: (value: number) => number;
}

function Strokes({ line: { values, color, dashed }, part, leftOf, topOf }: StrokesProps) {
  const drawn = values.flatMap((value, index) =>
    value === undefined ? [] : [`${leftOf(index).toFixed(2)},${topOf(value).toFixed(2)}`],
  );
  const stroke = { fill: "none", stroke: color, vectorEffect: "non-scaling-stroke" } as const;
  const cut = part && !dashed && drawn.length > 1 ? -1 : undefined;
  const [only] = drawn;
  return (
    <>
      {drawn.length === 1 && only && (
        <polyline {...stroke} points={`${only} ${only}`} strokeWidth={8} strokeLinecap="round" />
      )}
      <polyline
        {...stroke}
        points={drawn.slice(0, cut).join(" ")}
        strokeWidth={2}
        strokeDasharray={dashed ? "4 4" : undefined}
      />
      {cut && (
        <polyline
          {...stroke}
          points={drawn.slice(-2).join(" ")}
          strokeWidth={2}
          strokeDasharray="1 5"
          strokeLinecap="round"
        />
      )}
    </>
  );
}
