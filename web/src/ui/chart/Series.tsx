import { LineChart, type LineChartProps } from "./LineChart";

/** The colours of a chart's categories, in this order: neighbours also differ in lightness. */
const CATEGORY_COLORS = ["indigo.6", "teal.4", "yellow.7", "pink.5", "blue.3", "lime.8"];

const HEIGHT = 260;

interface SeriesProps extends Pick<LineChartProps, "format" | "whole" | "part"> {
  label: string;
  /** A row per place on the axis: its label, and a value for each series by name. */
  points: Array<{ label: string } & Record<string, string | number>>;
  names: string[];
}

/** Several figures over time in one chart, in the order of the palette; the table below shows the same. */
export function Series({ label, points, names, ...chart }: SeriesProps) {
  return (
    <figure aria-label={label} className="portal-figure">
      <div role="img" aria-label={label} style={{ height: HEIGHT }}>
        <LineChart
          {...chart}
          labels={points.map((point) => point.label)}
          lines={names.map((name, index) => ({
            name,
            color: colorAt(index),
            values: points.map((point) => Number(point[name] ?? 0)),
          }))}
        />
      </div>
    </figure>
  );
}

function colorAt(index: number): string {
  const color = CATEGORY_COLORS[index % CATEGORY_COLORS.length] ?? "indigo.6";
  return `var(--mantine-color-${color.replace(".", "-")})`;
}
