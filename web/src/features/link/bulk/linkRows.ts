/** From pasted text or a CSV file to the rows of a bulk call, and from its answer to a CSV file. */
import { fullUrl } from "@/api/form/fullUrl";
import type { BulkItem, BulkRow } from "@/api/gen/types.gen";

export const ROWS_MAX = 100;
export const COLUMNS = [
  "target_url",
  "mcid",
  "mid",
  "site_id",
  "uid",
  "uid1",
  "uid2",
  "uid3",
  "uid4",
  "uid5",
  "note",
  "path",
  "coupon",
] as const;
const PLAIN = ["target_url", "uid1", "note"] as const;

interface Headings {
  /** Whether they say which column holds the pages; addresses alone need no headings. */
  readable: boolean;
  /** Those that name no column. */
  unknown: string[];
}

/** What the first line says of the columns, if it holds names and no address. */
export function readHeadings(text: string): Headings {
  const [head = [], next = []] = splitCsv(text);
  const names = head.map((cell) => cell.trim()).filter(Boolean);
  if (!namesColumns(head) && !areHeadings(names, next)) return { readable: true, unknown: [] };
  const known: readonly string[] = COLUMNS;
  return {
    readable: namesColumns(head),
    unknown: names.filter((name) => !known.includes(name.toLowerCase())),
  };
}

/** A line per page; or a first line that names the columns, and a row per line. None if no column holds the pages. */
export function parseRows(text: string): BulkItem[] {
  const lines = splitCsv(text);
  const [head] = lines;
  if (!head || !readHeadings(text).readable) return [];
  const named = head.map((cell) => cell.trim().toLowerCase());
  const known = namesColumns(head);
  const columns = known ? named : [...PLAIN];
  return (known ? lines.slice(1) : lines).map((cells) => {
    const entries = columns.flatMap((name, index) => {
      const column = COLUMNS.find((each) => each === name);
      const value = cells[index]?.trim();
      return column && value ? [[column, value]] : [];
    });
    const item: BulkItem = { target_url: "", ...Object.fromEntries(entries) };
    return { ...item, target_url: fullUrl(item.target_url ?? "") };
  });
}

/** The text with these of its rows alone, counted from 1, below the line that names the columns. */
export function keepRows(text: string, rows: number[]): string {
  const lines = splitCsv(text);
  const known = namesColumns(lines[0] ?? []);
  const places = new Set(rows.map((row) => (known ? row : row - 1)));
  if (rows.length === 0) return "";
  if (known) places.add(0);
  const separator = separatorOf(text);
  const quoteCell = (cell: string) =>
    /["\n]/.test(cell) || cell.includes(separator) ? `"${cell.replace(/"/g, '""')}"` : cell;
  return lines
    .filter((_, place) => places.has(place))
    .map((cells) => cells.map(quoteCell).join(separator))
    .join("\n");
}

const namesColumns = (head: string[]) =>
  head.some((cell) => cell.trim().toLowerCase() === "target_url");

/** Cells of which none has a dot or a slash, as every address has; one alone stands above an address. */
const areHeadings = (names: string[], next: string[]) =>
  !names.some(hasAddress) && (names.length > 1 || next.some(hasAddress));
const hasAddress = (cell: string) => /[./]/.test(cell);

function separatorOf(text: string): string {
  const first = text.slice(0, `${text}\n`.indexOf("\n"));
  return ["\t", ";", ","].find((sign) => first.includes(sign)) ?? ",";
}

/** Cells by line; empty lines are left out. A quoted cell may hold the separator, quotes and lines. */
function splitCsv(text: string): string[][] {
  const separator = separatorOf(text);
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = "";
  let quoted = false;
  const endLine = () => {
    line.push(cell);
    if (line.some((each) => each.trim())) lines.push(line);
    line = [];
    cell = "";
  };
  const source = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at] ?? "";
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && !cell) quoted = true;
    else if (letter === separator) {
      line.push(cell);
      cell = "";
    } else if (letter === "\n") endLine();
    else cell += letter;
  }
  endLine();
  return lines;
}

/** The outcome of each row, for a spreadsheet. */
export function toCsv(rows: BulkRow[]): string {
  const head = [
    "row",
    "target_url",
    "code",
    "message",
    "field",
    "tracking_url",
    "tracking_url_short",
    "warnings",
  ];
  const body = rows.map(({ row, target_url, code, message, field, link }) => [
    String(row),
    target_url,
    String(code),
    message,
    field,
    link?.tracking_url ?? "",
    link?.tracking_url_short ?? "",
    link?.warnings.join(" ") ?? "",
  ]);
  return `\uFEFF${[head, ...body].map((cells) => cells.map(quote).join(",")).join("\r\n")}\r\n`;
}

/** A cell that no spreadsheet takes for a formula. */
function quote(text: string): string {
  const plain = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return `"${plain.replace(/"/g, '""')}"`;
}
