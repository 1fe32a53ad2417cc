import { compactNumber } from "@baton/ui/format/number";

/** Placeholder without data. */
export const NONE = { value: "–" };

/** Splits a count into a compact value and its unit of thousands. */
export function toMetric(count: number): { value: string; unit?: string } {
  const { value, unit } = compactNumber(count);
  return unit === "" ? { value } : { value, unit };
}

/** Splits "36.5 %" for two sizes. */
export function splitUnit(text: string): { value: string; unit: string } {
  const [value = text, unit = ""] = text.split("\u00a0");
  return { value, unit };
}

/** Splits "38.6×" for two sizes. */
export function splitFactor(text: string): { value: string; unit: string } {
  return { value: text.slice(0, -1), unit: text.slice(-1) };
}
