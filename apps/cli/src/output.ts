/** Arguments of `command.option(...JSON_OPTION)`: the same flag and text for every command. */
export const JSON_OPTION = ["--json", "print one JSON object on standard output and nothing else"] as const;

/** The result for people, a line or several, on standard output. */
export function printText(text: string): void {
  process.stdout.write(`${withoutSteering(text)}\n`);
}

/**
 * Replaces characters that control a terminal, or change the text direction, with their codes: the output
 * may contain untrusted file content.
 */
export function withoutSteering(text: string): string {
  return text.replace(STEERING, showNumber);
}

const STEERING = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

function showNumber(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}

/**
 * A text without what would move the cursor, colour the screen or turn it
 * around: for names that logs and folders hold.
 */
export function toPrintable(text: string): string {
  return text.replace(/\p{C}/gu, "");
}

/**
 * The result for programs: one JSON object on standard output. Called
 * once, and then nothing else is printed there.
 */
export function printJson(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** Prints progress to standard error, so that the result on standard output can be piped. */
export function printProgress(message: string): void {
  process.stderr.write(`${withoutSteering(message)}\n`);
}

const integers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
/** As the web writes them, but with the hyphen that terminals have for a minus. */
const tenths = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: "negative",
});

/** A whole number with its thousands set off: 14,771,617. */
export function formatCount(count: number): string {
  return integers.format(count);
}

/** A number to a tenth, with its thousands set off: 1,386.2. */
export function formatTenths(value: number): string {
  return tenths.format(value);
}

/** A share from 0 to 1 in per cent, to a tenth: 13.7 %. */
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
