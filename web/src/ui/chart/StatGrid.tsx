import { SimpleGrid, type SimpleGridProps } from "@mantine/core";
import type { ReactNode } from "react";

import { lettersOf } from "./FigureText";

/** Letters of a figure that a card can hold at 13 px: the narrowest of two on a phone, of a row on a small desktop. */
const ON_PHONE = 13;
const ON_DESKTOP = 16;
const ON_WIDE = 24;

interface StatGridProps {
  /** The texts of the cards: longer ones need fewer columns. */
  figures: string[];
  children: ReactNode;
}

/** Cards with one figure each: two in a row on a phone, all of them on a desktop, fewer where a figure is long. */
export function StatGrid({ figures, children }: StatGridProps) {
  return (
    <SimpleGrid cols={statColumns(figures)} spacing="sm">
      {children}
    </SimpleGrid>
  );
}

/** How many letters the longest of some figures takes: all of a row of cards have one size. */
export function longest(figures: string[]): number {
  return Math.max(...figures.map(lettersOf));
}

export function statColumns(figures: string[]): SimpleGridProps["cols"] {
  const letters = longest(figures);
  const most = figures.length;
  const fewer = Math.max(2, Math.ceil(most / 2));
  return {
    base: letters > ON_PHONE ? 1 : 2,
    xs: 2,
    sm: most > 4 ? 3 : 2,
    md: letters > ON_DESKTOP || most > 4 ? fewer : most,
    lg: letters > ON_WIDE || (most > 4 && letters > ON_PHONE) ? fewer : most,
  };
}
