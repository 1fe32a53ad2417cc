import { CAUSES, type Cause, type OutlineEntry } from "@baton/core";
import { escapeKey } from "@baton/core/internal";
import { RESERVED_AGENT_IDS } from "@baton/core/policy";
import { formatCount } from "@baton/ui/format/number";
import type { SourceLine } from "@baton/ui/layout/marked-source";
import { isNested, JsonText } from "./json-text";
import { wordOf } from "./outcomes";
import { SortedOutline } from "./sorted-outline";

/** The context before and after scoping, line by line, with the outcome of each line. */
export interface MarkedContent {
  before: SourceLine[];
  after: SourceLine[];
  /** True if some lines are omitted. */
  isCut: boolean;
}

/** Maximum lines. */
const MAX_LINES = 1_000;
/** Maximum characters of a passed value on one line. */
const MAX_INLINE = 90;

type Mark = Pick<SourceLine, "mark" | "note">;

/** A value of the original context, its remainder, and its `path` as in outlines. */
interface Place {
  key: string | null;
  before: unknown;
  after: unknown;
  path: string;
  depth: number;
}

/**
 * Compares the original context of a handoff with the scoped one.
 *
 * @param content JSON `{ before, after }`: contains no blocked values; they are
 * inserted at their path in the outline.
 * @param outline names the step that removed a value, with sizes in tokens.
 */
export function markContent(
  content: { before?: unknown; after?: unknown },
  outline: readonly OutlineEntry[],
): MarkedContent {
  const writer = new ContentWriter(outline);
  for (const [name, value] of listEntries(content.before)) {
    const after = childOf(content.after, name);
    // Outlines name outputs only by their agents.
    const path = name === "prior_outputs" ? "" : escapeKey(name);
    writer.write({ key: name, before: value, after, path, depth: 0 });
  }
  const after: SourceLine[] = [];
  for (const [name, value] of listEntries(content.after)) {
    writer.writePassed(after, { key: name, value, before: childOf(content.before, name), depth: 0 });
  }
  const { lines } = writer;
  const isCut = Math.max(lines.length, after.length) > MAX_LINES;
  return { before: number(lines), after: number(after), isCut };
}

type Line = Omit<SourceLine, "number">;

/** A passed value and the original at the same position. */
interface Passed {
  key: string | null;
  value: unknown;
  before: unknown;
  depth: number;
}

function number(lines: readonly Line[]): SourceLine[] {
  return lines.slice(0, MAX_LINES).map((line, index) => ({ ...line, number: index + 1 }));
}

/** Writes the lines of the original and of the scoped context. */
class ContentWriter {
  readonly lines: Line[] = [];
  readonly #outline: SortedOutline;
  readonly #text = new JsonText();
  /** Paths whose tokens are already shown, because elements of an array share them. */
  readonly #shown = new Set<string>();

  constructor(outline: readonly OutlineEntry[]) {
    this.#outline = new SortedOutline(outline);
  }

  write(place: Place): void {
    if (this.lines.length > MAX_LINES) return;
    const { before, after, path, depth } = place;
    const isOutputs = path === "" && depth === 0;
    if (after === undefined && !isOutputs) {
      this.#add(place, this.#outlineOf(before), this.#explain(path, "not passed"));
    } else if (isNested(before) && isNested(after)) {
      this.#open(place);
    } else {
      const isSame = this.#text.isSame(before, after);
      this.#add(
        place,
        this.#text.of(before),
        isSame ? {} : { ...this.#explain(path, "changed"), mark: "changed" },
      );
    }
  }

  #open(place: Place): void {
    const { before, after, path, depth } = place;
    const lost = this.#listUnkept(place);
    const text = this.#text.of(before);
    const isWhole =
      text.length <= MAX_INLINE &&
      this.#text.isSame(before, after) &&
      !this.#outline.listWithin(path).some((entry) => entry.after === 0);
    if (isWhole) {
      this.#add(place, text, {});
      return;
    }
    const isArray = Array.isArray(before);
    this.#add(place, isArray ? "[" : "{", {});
    for (const [key, value] of listEntries(before)) {
      if (this.lines.length > MAX_LINES) return;
      this.write({
        key: isArray ? null : key,
        before: value,
        after: childOf(after, key),
        path: isArray ? `${path}[]` : join(path, escapeKey(key)),
        depth: depth + 1,
      });
    }
    for (const [name, lostPath] of lost) {
      if (this.lines.length > MAX_LINES) return;
      const mark = this.#explain(lostPath, wordOf("blocked"));
      this.lines.push({ text: `${"  ".repeat(depth + 1)}${name}: not kept`, ...mark });
    }
    this.lines.push({ text: `${"  ".repeat(depth)}${isArray ? "]" : "}"}` });
  }

  /** Lists blocked names within a place, which its content omits: as JSON, with their paths. */
  #listUnkept({ before, path, depth }: Place): [string, string][] {
    if (Array.isArray(before)) return [];
    const isBeside = (name: string) => depth === 0 && RESERVED_AGENT_IDS.includes(name);
    return [...this.#outline.listGone(path)].flatMap(([name, lostPath]): [string, string][] => {
      const isLost = !this.#shown.has(lostPath) && !isBeside(name) && !Object.hasOwn(Object(before), name);
      return isLost ? [[JSON.stringify(name), lostPath]] : [];
    });
  }

  /** @param otherwise text if the outline has no cause. */
  #explain(path: string, otherwise: string): Mark {
    const entries = this.#outline.listWithin(path);
    const found = new Set(entries.map(({ cause }) => cause));
    const causes = CAUSES.filter((cause) => found.has(cause));
    const words = causes.length === 0 ? otherwise : causes.map(wordOf).join(", ");
    const tokens = entries.reduce((sum, { tokens: size, after = size }) => sum + size - after, 0);
    const isShown = this.#shown.has(path);
    this.#shown.add(path);
    const note = tokens === 0 || isShown ? words : `${words}, ${formatCount(-tokens)}`;
    return { mark: causes.includes("blocked") ? "cut" : isRewritten(causes) ? "changed" : "dropped", note };
  }

  #add({ key, depth }: Place, text: string, mark: Mark): void {
    const name = key === null ? "" : `${this.#text.of(key)}: `;
    this.lines.push({ text: `${"  ".repeat(depth)}${name}${text}`, ...mark });
  }

  /** Writes a passed value, and marks values that are new or changed. */
  writePassed(lines: Line[], { key, value, before, depth }: Passed): void {
    if (lines.length > MAX_LINES) return;
    const name = `${"  ".repeat(depth)}${key === null ? "" : `${this.#text.of(key)}: `}`;
    const text = this.#text.of(value);
    if (!isNested(value) || text.length <= MAX_INLINE) {
      const isSame = isNested(value) || this.#text.isSame(before, value);
      lines.push({ text: name + text, ...(!isSame && { mark: "changed" as const }) });
      return;
    }
    const isArray = Array.isArray(value);
    lines.push({ text: `${name}${isArray ? "[" : "{"}` });
    for (const [child, passed] of listEntries(value)) {
      if (lines.length > MAX_LINES) return;
      this.writePassed(lines, {
        key: isArray ? null : child,
        value: passed,
        before: childOf(before, child),
        depth: depth + 1,
      });
    }
    lines.push({ text: `${"  ".repeat(depth)}${isArray ? "]" : "}"}` });
  }

  /** Summarizes a removed value: its size, or its start. */
  #outlineOf(value: unknown): string {
    if (Array.isArray(value)) return `[ ${value.length} ${value.length === 1 ? "item" : "items"} ]`;
    const count = isNested(value) ? Object.keys(value).length : null;
    return count === null ? this.#text.of(value) : `{ ${count} ${count === 1 ? "key" : "keys"} }`;
  }
}

/** Causes of which something is left. */
const REWRITING: readonly Cause[] = ["redacted", "extracted", "summarized"];

function isRewritten(causes: readonly Cause[]): boolean {
  return causes.length > 0 && causes.every((cause) => REWRITING.includes(cause));
}

function listEntries(value: unknown): [string, unknown][] {
  return isNested(value) ? Object.entries(value) : [];
}

function childOf(value: unknown, key: string): unknown {
  return isNested(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
