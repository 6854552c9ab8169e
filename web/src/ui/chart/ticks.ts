import type { CSSProperties } from "react";

/** The steps between the labels of an axis. */
const STEPS = [1, 2, 2.5, 5, 10];
const MOST_LINES = 4;

/** The values of the grid's lines, from at most zero to at least the largest; of counts, whole ones. */
export function gridLines(values: number[], whole: boolean): number[] {
  const top = Math.max(0, ...values);
  const bottom = Math.min(0, ...values);
  const rough = (top - bottom || 1) / MOST_LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = (STEPS.find((step) => step * power >= rough) ?? 10) * power;
  const step = whole ? Math.max(1, Math.ceil(nice)) : nice;
  const first = Math.floor(bottom / step);
  const last = Math.max(Math.ceil(top / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** How many letters the longest label of an axis has, for which its chart makes room. */
export function axisStyle(ticks: string[]): CSSProperties {
  return { "--axis": Math.max(...ticks.map(({ length }) => length)) } as CSSProperties;
}

/** Every n-th point is labelled, counted from the newest. */
export function labelIndexes(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most));
  const places: number[] = [];
  for (let index = count - 1; index >= 0; index -= step) places.unshift(index);
  return places;
}
