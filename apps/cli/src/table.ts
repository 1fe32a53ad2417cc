import { withoutSteering } from "@baton/core/host";
import stringWidth from "string-width";
import { formatCount } from "./output";

export type Cell = string | number | Date | null;

/**
 * A value of each row. Programs see its `key`, people its `heading`; people do not see a column without one.
 */
export interface Column<Row> {
  key: string;
  heading?: string;
  of: (row: Row) => Cell;
  /** True for US dollars. */
  isMoney?: boolean;
}

/** The table truncates longer texts; JSON has them in full. */
const MAX_LETTERS = 60;

/**
 * Formats rows as a table for people: numbers aligned right, times in UTC to the second. Omits columns
 * without values.
 * @param total a last row below a line.
 */
export function formatTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], total?: Row): string {
  const shown = columns.flatMap(({ heading, of, isMoney = false }) => {
    const cells = rows.map(of);
    if (heading === undefined || cells.every((cell) => cell === null)) return [];
    const isNumeric = cells.every((cell) => cell === null || typeof cell === "number");
    const texts = [heading, ...cells.map((cell) => formatCell(cell ?? "–", isMoney))];
    const last = total && (of(total) ?? "");
    const all = last === undefined ? texts : [...texts, formatCell(last, isMoney)];
    const width = Math.max(...all.map((text) => stringWidth(text)));
    return [{ width, texts: all.map((text) => pad(text, width, isNumeric)) }];
  });
  const lines = Array.from({ length: rows.length + (total ? 2 : 1) }, (_, index) =>
    shown
      .map(({ texts }) => texts[index] ?? "")
      .join("  ")
      .trimEnd(),
  );
  const rule = shown.map(({ width }) => "─".repeat(width)).join("  ");
  return [
    ...lines.slice(0, 1),
    rule,
    ...lines.slice(1, rows.length + 1),
    ...(total ? [rule, ...lines.slice(-1)] : []),
  ].join("\n");
}

/** Returns rows as objects for programs: every column by its key, times in ISO 8601. */
export function toRecords<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): object[] {
  return rows.map((row) => Object.fromEntries(columns.map(({ key, of }) => [key, of(row)])));
}

function pad(text: string, width: number, isNumeric: boolean): string {
  const space = " ".repeat(width - stringWidth(text));
  return isNumeric ? space + text : text + space;
}

function formatCell(cell: string | number | Date, isMoney: boolean): string {
  if (typeof cell === "number") return isMoney ? formatDollars(cell) : formatCount(cell);
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace("T", " ");
  const letters = [...withoutSteering(cell.replace(/\s+/g, " "))];
  return letters.length > MAX_LETTERS ? `${letters.slice(0, MAX_LETTERS - 1).join("")}…` : letters.join("");
}

/** Returns dollars with cents; small amounts with more decimals, so that they differ from nothing. */
function formatDollars(dollars: number): string {
  return `$${dollars.toFixed(dollars !== 0 && Math.abs(dollars) < 0.01 ? 4 : 2)}`;
}
