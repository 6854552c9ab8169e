import { formatTicks } from "@/ui/base/format";
import classes from "@/ui/chart/LineChart.module.css";
import { axisStyle, gridLines } from "@/ui/chart/ticks";
import { type Mark, Marks } from "./Marks";

export interface Bar extends Pick<Mark, "key" | "label" | "look" | "path"> {
  /** The label below it. */
  axis: string;
  value: number;
}

interface BarsProps {
  label: string;
  bars: Bar[];
  format: (value: number) => string;
  height: number;
  onOpen: (mark: Mark) => void;
}

/** Figures side by side as bars, each a link; a table has the same for screen readers. */
export function Bars({ label, bars, format, height, onOpen }: BarsProps) {
  const grid = gridLines(
    bars.map(({ value }) => value),
    false,
  );
  const ticks = formatTicks(grid.map(format));
  const top = grid.at(-1) ?? 1;
  return (
    <div style={{ height }}>
      <div className={classes.chart} style={axisStyle(ticks)}>
        <div className={classes.plot}>
          {grid.map((value, index) => (
            <div
              key={value}
              className={classes.grid}
              style={{ top: `${100 - (value / top) * 100}%` }}
              aria-hidden="true"
            >
              <span>{ticks[index]}</span>
            </div>
          ))}
          <div className={classes.over}>
            <Marks
              label={label}
              marks={bars.map((bar) => ({ ...bar, height: (bar.value / top) * 100 }))}
              onOpen={onOpen}
            />
          </div>
          {bars.map(({ key, axis }, index) => (
            <span
              key={key}
              className={classes.label}
              style={{ left: `${((index + 0.5) / bars.length) * 100}%` }}
              aria-hidden="true"
            >
              {axis}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
