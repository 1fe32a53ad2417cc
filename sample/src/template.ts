import jsone from "json-e";
import { z } from "zod";
import { base62Id } from "./identifier";
import type { Random } from "./random";

/** A JSON-e template: JSON with `${expressions}` and operators such as `$map` (https://json-e.js.org). */
export const Template = z.record(z.string(), z.unknown());
export type Template = z.infer<typeof Template>;

/** The values and functions that a template can use. */
export type Context = Readonly<Record<string, unknown>>;

/** @throws Error if the template uses a value that the context does not have. */
export function render(template: Template | string, context: Context): unknown {
  return jsone(template, context);
}

/** @throws Error if the template does not give text. */
export function renderText(template: Template | string, context: Context): string {
  return z.string().parse(render(template, context));
}

/** Renders the entries of a template one after the other; each can use the results of those before it. */
export function renderInOrder(template: Template, context: Context): Record<string, unknown> {
  const results: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(template)) {
    const { result } = z
      .object({ result: z.unknown() })
      .parse(render({ result: entry }, { ...context, ...results }));
    results[name] = result;
  }
  return results;
}

/** Returns the functions that templates can call, besides those of JSON-e. Chance comes from `random`. */
export function templateFunctions(random: Random): Context {
  return {
    integer: random.integer,
    lucky: random.isLucky,
    pick: random.pick,
    sample: random.sample,
    base62: (length: number) => base62Id(random, length),
    plate: (year: number) => plate(random, year),
    MINUTE: 60_000,
    HOUR: 3_600_000,
    DAY: 86_400_000,
    iso: (milliseconds: number) => new Date(milliseconds).toISOString(),
    lines: (texts: readonly string[]) => texts.join("\n"),
    fixed: (value: number, digits: number) => value.toFixed(digits),
    round: Math.round,
    round_to: (step: number, value: number) => Math.round(value / step) * step,
    sum: (items: readonly Record<string, number>[], key: string) =>
      items.reduce((total, item) => total + (item[key] ?? 0), 0),
    cycle: <T>(items: readonly T[], index: number) => items[index % items.length],
    fill: render,
    dashed: (text: string) => text.replaceAll(/\W+/g, "-"),
    mailbox: (name: string) =>
      name
        .toLowerCase()
        .replaceAll(" ", ".")
        .normalize("NFD")
        .replaceAll(/[^a-z.]/g, ""),
  };
}

/** Draws a British number plate such as "KX19 ABC". */
function plate(random: Random, year: number): string {
  const letters = base62Id(random, 24)
    .replaceAll(/[^A-Z]/g, "")
    .padEnd(5, "K");
  return `${letters.slice(0, 2)}${String(year).slice(2)} ${letters.slice(2, 5)}`;
}
