import { withoutSteering } from "@baton/core/host";

/** Arguments of `command.option(...JSON_OPTION)`: the same flag and text for every command. */
export const JSON_OPTION = ["--json", "print one JSON object on standard output and nothing else"] as const;

/** Prints the result for people to standard output. */
export function printText(text: string): void {
  process.stdout.write(`${withoutSteering(text)}\n`);
}

/**
 * Returns a text without characters that would move the cursor, change colors or the text direction: for
 * names from logs and folders.
 */
export function toPrintable(text: string): string {
  return text.replace(/\p{C}/gu, "");
}

/**
 * Prints the result for programs to standard output: one JSON object. Call it once, and print nothing else
 * there.
 */
export function printJson(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** Prints progress to standard error, so that the result on standard output can be piped. */
export function printProgress(message: string): void {
  process.stderr.write(`${withoutSteering(message)}\n`);
}

const integers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
/** Formats like the web, but with the hyphen that terminals use as minus. */
const tenths = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: "negative",
});

/** Formats a whole number with thousands separators: 14,771,617. */
export function formatCount(count: number): string {
  return integers.format(count);
}

/** Formats a number with one decimal and thousands separators: 1,386.2. */
export function formatTenths(value: number): string {
  return tenths.format(value);
}

/** Formats a share from 0 to 1 as a percentage with one decimal: 13.7 %. */
export function formatPercent(share: number): string {
  return `${formatTenths(100 * share)} %`;
}

/** Formats a ratio to a tenth: 11.3×. */
export function formatRatio(ratio: number): string {
  return `${formatTenths(ratio)}×`;
}

/** Formats rows as columns: the first aligned right, as a number, the others left. */
export function formatRows(rows: readonly (readonly [figure: string, ...words: string[]])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows
    .map(([figure, ...words]) => {
      const left = words.map((word, index) => word.padEnd(widths[index + 1] ?? 0));
      return [figure.padStart(widths[0] ?? 0), ...left].join("  ").trimEnd();
    })
    .join("\n");
}
