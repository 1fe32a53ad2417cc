import jsone from "json-e";
import { z } from "zod";
import type { Random } from "./random";

/** A JSON-e template: JSON with `${expressions}` and operators such as `$map` (https://json-e.js.org). */
export const Template = z.record(z.string(), z.unknown());
export type Template = z.infer<typeof Template>;

/** The values and functions that a template can use. */
export type Context = Readonly<Record<string, unknown>>;

/**
 * Renders a template. The result keeps the order of keys, which parsing would change.
 *
 * @throws Error if the template uses a value that the context does not have, or the result does not match.
 */
export function render<T>(template: Template | string, context: Context, schema: z.ZodType<T>): T {
  const result: unknown = jsone(template, context);
  if (matches(schema, result)) return result;
  throw new Error(`a template of the sample: ${schema.safeParse(result).error?.message}`);
}

function matches<T>(schema: z.ZodType<T>, document: unknown): document is T {
  return schema.safeParse(document).success;
}

/** Renders the entries of a template one after the other; each can use the results of those before it. */
export function renderInOrder(template: Template, context: Context): Record<string, unknown> {
  const results: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(template)) {
    Object.assign(results, render({ [name]: entry }, { ...context, ...results }, Template));
  }
  return results;
}

/** The functions that templates can call, besides those of JSON-e. */
export const FUNCTIONS: Context = {
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
  cycle: (items: readonly unknown[], index: number) => items[index % items.length],
  fill: (text: string, context: Context) => render(text, context, z.string()),
  json: (document: unknown) => JSON.stringify(document, null, 2),
  dashed: (text: string) => text.replaceAll(/\W+/g, "-"),
  pascal: (words: string) => words.replaceAll(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase()),
  capitals: (text: string) => text.replaceAll(/[^A-Z]/g, ""),
  mailbox: (name: string) =>
    name
      .toLowerCase()
      .replaceAll(" ", ".")
      .normalize("NFD")
      .replaceAll(/[^a-z.]/g, ""),
};

/** Returns the functions of templates that draw values. */
export function drawFunctions(random: Random): Context {
  return { ...FUNCTIONS, ...random, lucky: random.isLucky };
}
