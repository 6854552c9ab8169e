/** The most common columns: a text, a count, a time, an amount, a state, and a row's menu. */
import type { ReactNode } from "react";

import { table } from "@/text/core/table";
import { DateText, Money, NOTHING, Num } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";
import type { Column } from "./DataTable";

type Look = Omit<Column<never>, "key" | "title" | "cell">;
type Of<Key extends string, Value> = Column<Record<Key, Value>>;

/** A column that shows a field as text. */
export function textColumn<K extends string>(
  key: K,
  title: string,
  look?: Look,
): Of<K, string | number | null | undefined> {
  return { key, title, cell: (row) => row[key] ?? "–", ...look };
}

/** A number that somebody else gave: with its hyphens it stays in one piece, as far as a line is long. */
export function codeColumn<K extends string>(
  key: K,
  title: string,
  look?: Look,
): Of<K, string | null> {
  const cell = ({ [key]: code }: Record<K, string | null>) =>
    code ? <span className="portal-code">{code}</span> : NOTHING;
  return { key, title, cell, ...look };
}

export function countColumn<K extends string>(
  key: K,
  title: string,
  look?: Look,
): Of<K, number | string | null> {
  return { key, title, numeric: true, cell: (row) => <Num value={row[key]} />, ...look };
}

/** A day, or a moment in a time zone. */
export function dateColumn<K extends string>(
  key: K,
  title: string,
  zone?: string,
  look?: Look,
): Of<K, string | null> {
  return { key, title, cell: (row) => <DateText value={row[key]} zone={zone} />, ...look };
}

/** An amount in the currency of its row. */
export function moneyColumn<K extends string>(
  key: K,
  title: string,
  look?: Look,
): Column<Record<K, string | null> & { currency: string }> {
  return {
    key,
    title,
    numeric: true,
    money: true,
    cell: (row) => <Money amount={row[key]} currency={row.currency} />,
    ...look,
  };
}

/** A state with its colour and its words. */
export function stateColumn<K extends string, V extends PropertyKey>(
  key: K,
  title: string,
  looks: Record<V, State>,
  words: Record<V, string>,
): Of<K, V> {
  return {
    key,
    title,
    phone: "status",
    cell: ({ [key]: state }) => <StatusBadge state={looks[state]}>{words[state]}</StatusBadge>,
  };
}

/** The column with the menu of a row's actions. */
export function menuColumn<T>(cell: (row: T) => ReactNode, width?: number): Column<T> {
  return { key: "actions", title: table.actions, always: true, phone: "menu", width, cell };
}
