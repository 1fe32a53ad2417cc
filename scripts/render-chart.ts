import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments, stringify } from "yaml";
import { z } from "zod";

/**
 * Renders the templates of `deploy/helm` without Helm. Supports the syntax that they use and rejects
 * everything else: values, `if`, `end`, and the functions below.
 */

type Values = Record<string, unknown>;

const Tree = z.record(z.string(), z.unknown());
const Chart = z.object({ appVersion: z.string() });

/** Functions of a pipeline; the value of the pipe is the last parameter. */
const FUNCTIONS: Record<string, (parameters: unknown[]) => unknown> = {
  default: ([fallback, value]) => (isTrue(value) ? value : fallback),
  nindent: ([width, value]) => `\n${String(value).replace(/^/gm, " ".repeat(Number(width)))}`,
  regexReplaceAll: ([pattern, value, replacement]) =>
    String(value).replace(new RegExp(String(pattern), "g"), String(replacement)),
  trimSuffix: ([suffix, value]) => {
    const [end, text] = [String(suffix), String(value)];
    return text.endsWith(end) ? text.slice(0, text.length - end.length) : text;
  },
  quote: ([value]) => JSON.stringify(String(value)),
  required: ([message, value]) => {
    if (!isTrue(value)) throw new Error(String(message));
    return value;
  },
  toYaml: ([value]) => stringify(value).trimEnd(),
};

/** Converts a value to a condition like a template: empty texts, lists and objects are false. */
function isTrue(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/**
 * Renders the chart with its default values and the given ones.
 *
 * @param given values by their path, such as `ingress.enabled`.
 * @returns the objects for Kubernetes.
 * @throws Error on a missing required value, and on syntax that this renderer does not know.
 */
export function renderChart(folder: string, given: Values): unknown[] {
  const values = Object.entries(given).reduce(
    (tree, [path, value]) => withValue(tree, path.split("."), value),
    Tree.parse(parse(readFileSync(join(folder, "values.yaml"), "utf8"))),
  );
  const { appVersion } = Chart.parse(parse(readFileSync(join(folder, "Chart.yaml"), "utf8")));
  const scope = { Values: values, Release: { Name: "test" }, Chart: { AppVersion: appVersion } };
  return readdirSync(join(folder, "templates")).flatMap((name) =>
    parseAllDocuments(renderTemplate(readFileSync(join(folder, "templates", name), "utf8"), scope))
      .map((document) => {
        if (document.errors[0]) throw document.errors[0];
        return document.toJS();
      })
      .filter((object) => object !== null),
  );
}

function withValue(tree: Values, [name = "", ...rest]: string[], value: unknown): Values {
  if (!Object.hasOwn(tree, name)) throw new Error(`values.yaml does not have ${name}`);
  return { ...tree, [name]: rest.length === 0 ? value : withValue(Tree.parse(tree[name]), rest, value) };
}

function renderTemplate(text: string, scope: Values): string {
  const pieces = text.replace(/\s*\{\{-/g, "{{").split(/\{\{(.*?)\}\}/);
  // Each open `if`, and true if its text is kept.
  const open: boolean[] = [];
  let rendered = "";
  for (const [index, piece] of pieces.entries()) {
    const isAction = index % 2 === 1;
    const words = piece.trim();
    if (isAction && words === "end") {
      if (open.pop() === undefined) throw new Error("an end without an if");
    } else if (isAction && words.startsWith("if ")) {
      open.push(isTrue(evaluate(words.slice("if ".length), scope)));
    } else if (open.every(Boolean)) {
      rendered += isAction ? String(evaluate(words, scope)) : piece;
    }
  }
  if (open.length > 0) throw new Error("an if without an end");
  return rendered;
}

function evaluate(pipeline: string, scope: Values): unknown {
  let piped: unknown[] = [];
  for (const command of pipeline.split(" | ")) {
    const [name = "", ...rest] = command.match(/"[^"]*"|\S+/g) ?? [];
    const call = FUNCTIONS[name];
    if (call === undefined && rest.length > 0) throw new Error(`unknown function ${name}`);
    const parameters = [...rest.map((word) => read(word, scope)), ...piped];
    piped = [call ? call(parameters) : read(name, scope)];
  }
  return piped[0];
}

function read(word: string, scope: Values): unknown {
  if (/^(?:"[^"]*"|\d+)$/.test(word)) return JSON.parse(word);
  if (!/^(?:\.\w+)+$/.test(word)) throw new Error(`unknown expression ${word}`);
  const names = word.slice(1).split(".");
  return names.reduce<unknown>((tree, name) => {
    const parent = Tree.parse(tree);
    if (!Object.hasOwn(parent, name)) throw new Error(`${word} is not set`);
    return parent[name];
  }, scope);
}
