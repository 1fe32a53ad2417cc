/** Keeps a value and its unit on one line. */
const NBSP = "\u00a0";

/** A value and its unit, separate because a tile shows them in two sizes. */
export type CompactNumber = { value: string; unit: string };

const integer = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const twoDigitsOf = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 2 });
const twoDecimals = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Replaces the hyphen with a minus sign, and "−0" with "0". */
function withMinus(text: string): string {
  return /^-[0.,]*$/.test(text) ? text.slice(1) : text.replace("-", "−");
}

/** Joins a value and its unit with a no-break space. */
function joinNumber({ value, unit }: CompactNumber): string {
  return unit === "" ? value : `${value}${NBSP}${unit}`;
}

/** Formats a whole number with thousands separators: 210,498. */
export function formatCount(count: number): string {
  return withMinus(integer.format(count));
}

/** Formats a count with its noun: "1 handoff", "12,046 handoffs", "2 losses". */
export function formatCountOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Shortens a count: 2,140 · 33.4 k · 393.2 M · 1.1 B. Below 10,000 it stays complete. */
export function compactNumber(count: number): CompactNumber {
  const size = Math.abs(count);
  // At these limits, rounding to one decimal would return 1,000.0 of the smaller unit.
  if (size < 10_000) return { value: formatCount(count), unit: "" };
  if (size < 999_950) return { value: withMinus(oneDecimal.format(count / 1e3)), unit: "k" };
  if (size < 999_950_000) return { value: withMinus(oneDecimal.format(count / 1e6)), unit: "M" };
  return { value: withMinus(oneDecimal.format(count / 1e9)), unit: "B" };
}

/** Shortens a count as one text: "393.2 M". */
export function formatCompact(count: number): string {
  return joinNumber(compactNumber(count));
}

/** Formats a share from 0 to 1 as a percentage with one decimal: 0.58 is "58.0 %". */
export function formatPercent(share: number): string {
  return joinNumber({ value: withMinus(oneDecimal.format(share * 100)), unit: "%" });
}

/**
 * Formats a difference of two shares (from 0 to 1) in percentage points without its sign: −0.043 is "4.3
 * pts".
 */
export function formatPoints(difference: number): string {
  return joinNumber({ value: oneDecimal.format(Math.abs(difference) * 100), unit: "pts" });
}

/** Formats a ratio: 38.6×. */
export function formatRatio(ratio: number): string {
  return `${withMinus(oneDecimal.format(ratio))}×`;
}

/**
 * Formats US dollars: without cents from 100 on ("$1,180"), with cents below ("$5.58"), and with two digits below
 * a cent ("$0.0042"). Less than a hundredth of a cent is "< $0.0001", and an unknown amount "–".
 */
export function formatMoney(dollars: number | null): string {
  if (dollars === null) return "–";
  const size = Math.abs(dollars);
  const sign = dollars < 0 ? "−" : "";
  if (size > 0 && size < 0.0001) return `${dollars < 0 ? ">" : "<"}${NBSP}${sign}$0.0001`;
  return `${sign}$${moneyFormatOf(size).format(size)}`;
}

function moneyFormatOf(size: number): Intl.NumberFormat {
  if (size >= 99.995) return integer;
  return size > 0 && size < 0.00995 ? twoDigitsOf : twoDecimals;
}

/** Formats a size in bytes in powers of 1,000: 0 B · 1.2 kB · 48.3 MB. */
export function formatBytes(bytes: number): string {
  if (Math.abs(bytes) < 1000) return joinNumber({ value: formatCount(bytes), unit: "B" });
  const units = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  let step = 0;
  while (Math.abs(value) >= 999.95 && step < units.length - 1) {
    value /= 1000;
    step += 1;
  }
  return joinNumber({ value: withMinus(oneDecimal.format(value)), unit: units[step] ?? "TB" });
}

const twoDigits = (figure: number) => String(figure).padStart(2, "0");

/**
 * Formats milliseconds with at most two units: 1.9 ms · 0.4 s · 42 s · 6 min 12 s · 2 h 04 min · 3 d 04 h.
 */
export function formatDuration(milliseconds: number): string {
  const size = Math.max(0, milliseconds);
  if (size < 100) return joinNumber({ value: oneDecimal.format(size), unit: "ms" });
  if (size < 9_950) return joinNumber({ value: oneDecimal.format(size / 1000), unit: "s" });
  const seconds = Math.round(size / 1000);
  if (seconds < 60) return `${seconds}${NBSP}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}${NBSP}min${NBSP}${seconds % 60}${NBSP}s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}${NBSP}h${NBSP}${twoDigits(minutes % 60)}${NBSP}min`;
  return `${Math.floor(hours / 24)}${NBSP}d${NBSP}${twoDigits(hours % 24)}${NBSP}h`;
}
