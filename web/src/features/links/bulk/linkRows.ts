/**
 * Converts pasted text or a CSV file to the rows of a bulk call, and the call's answer to a CSV
 * file.
 */
import { fullUrl } from "@/api/form/fullUrl";
import type { BulkItem, BulkRow } from "@/api/gen/types.gen";
import { linkHtml } from "@/features/links/linkHtml";

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

type ColumnName = (typeof COLUMNS)[number];
/** Other names of the columns, in lower case with blanks between words. */
const OTHER_NAMES: Record<string, ColumnName> = {
  ...Object.fromEntries(
    ["url", "link", "address", "page", "landing page", "target", "target url"].map((name) => [
      name,
      "target_url",
    ]),
  ),
  ...Object.fromEntries(
    ["label", "sub id", "subid", "uid"].flatMap((name) =>
      [1, 2, 3, 4, 5].flatMap((n) => [
        [`${name} ${n}`, `uid${n}`],
        [`${name}${n}`, `uid${n}`],
      ]),
    ),
  ),
  label: "uid1",
  "sub id": "uid1",
  subid: "uid1",
  "custom path": "path",
  "coupon code": "coupon",
};

interface Headings {
  /** Whether they say which column holds the pages; addresses alone need no headings. */
  readable: boolean;
  /** The headings that name no known column. */
  unknown: string[];
}

/** The columns named by the first line, if any. */
export function readHeadings(text: string): Headings {
  const [head = []] = splitCsv(text);
  if (!areHeadings(head)) return { readable: true, unknown: [] };
  return {
    readable: head.some((cell) => columnOf(cell) === "target_url"),
    unknown: head.map((cell) => cell.trim()).filter((cell) => cell && !columnOf(cell)),
  };
}

/** A line per page; or a first line that names the columns, and a row per line. None if no column holds the pages. */
export function parseRows(text: string): BulkItem[] {
  const lines = splitCsv(text);
  const [head] = lines;
  if (!head || !readHeadings(text).readable) return [];
  const named = areHeadings(head);
  const columns = named ? head.map(columnOf) : [...PLAIN];
  return (named ? lines.slice(1) : lines).map((cells) => {
    const entries = columns.flatMap((column, index) => {
      const value = cells[index]?.trim();
      return column && value ? [[column, value]] : [];
    });
    const item: BulkItem = { target_url: "", ...Object.fromEntries(entries) };
    return { ...item, target_url: fullUrl(item.target_url ?? "") };
  });
}

/** The rows as they are sent: with the channel and the brand that were chosen for those that name none. */
export function completeRows(
  items: BulkItem[],
  siteId: number | undefined,
  picks: Record<string, string>,
): BulkItem[] {
  return items.map((item) => {
    const mcid = item.mcid || item.mid ? undefined : picks[item.target_url ?? ""];
    return {
      ...(siteId ? { site_id: String(siteId) } : {}),
      ...item,
      ...(mcid ? { mcid } : {}),
    };
  });
}

/** The text with these of its rows alone, counted from 1, below the line that names the columns. */
export function keepRows(text: string, rows: number[]): string {
  const lines = splitCsv(text);
  const known = areHeadings(lines[0] ?? []);
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

/** Whether a line names columns: one at least, and no cell has a dot or a slash, as every address has. */
const areHeadings = (cells: string[]) =>
  cells.some((cell) => columnOf(cell)) && !cells.some((cell) => /[./]/.test(cell));

/** The column of a heading, in whatever case and with whatever between its words. */
function columnOf(cell: string): ColumnName | undefined {
  const name = cell.trim().toLowerCase();
  return COLUMNS.find((each) => each === name) ?? OTHER_NAMES[name.replace(/[\s_-]+/g, " ")];
}

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

/** The links with the pages they lead to, in two columns, to paste anywhere. */
export const toText = (rows: BulkRow[]) =>
  rows
    .flatMap(({ target_url, link }) => (link ? [`${link.tracking_url_short}\t${target_url}`] : []))
    .join("\n");

/** The links as HTML, each with its brand as its text. */
export const toHtml = (rows: BulkRow[]) =>
  rows
    .flatMap(({ target_url, brand_name, link }) =>
      link ? [linkHtml(link.tracking_url_short, brand_name ?? target_url)] : [],
    )
    .join("\n");

/** The outcome of each row, for a spreadsheet. */
export function toCsv(rows: BulkRow[]): string {
  const head = [
    "row",
    "target_url",
    "mcid",
    "brand_name",
    "code",
    "message",
    "field",
    "tracking_url",
    "tracking_url_short",
    "warnings",
  ];
  const body = rows.map(({ row, target_url, mcid, brand_name, code, message, field, link }) => [
    String(row),
    target_url,
    mcid,
    brand_name,
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
