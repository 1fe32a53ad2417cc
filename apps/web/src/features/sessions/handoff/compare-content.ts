import { CAUSES, type Cause, type OutlineEntry } from "@baton/core";
import { escapeKey } from "@baton/core/internal";
import { RESERVED_AGENT_IDS } from "@baton/core/policy";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import type { DiffRow } from "@baton/ui/layout/diff-table";
import { isNested, JsonText } from "./json-text";
import { wordOf } from "./outcomes";
import { SortedOutline } from "./sorted-outline";

/** The context before and after scoping, side by side, with the outcome of each row. */
export interface ComparedContent {
  rows: DiffRow[];
  /** True if some rows are omitted. */
  isCut: boolean;
}

const MAX_ROWS = 1_000;
/** Maximum characters of a passed value on one line. */
const MAX_INLINE = 90;
/** Maximum characters to show of a text that changed, which people compare word by word. */
const MAX_CHANGED = 20_000;
/** Maximum characters to show of all texts that changed. */
const MAX_ALL_CHANGED = 200_000;

type Mark = Pick<DiffRow, "mark" | "note">;

/** A value of the original context, its remainder, and its `path` as in outlines. */
interface Place {
  key: string | null;
  before: unknown;
  after: unknown;
  path: string;
  depth: number;
}

/**
 * Compares the original context of a handoff with the scoped one, value by value.
 *
 * @param content JSON `{ before, after }`: contains no blocked values; they are
 * inserted at their path in the outline.
 * @param outline names the step that removed a value, with sizes in tokens.
 */
export function compareContent(
  content: { before?: unknown; after?: unknown },
  outline: readonly OutlineEntry[],
): ComparedContent {
  const writer = new RowWriter(outline);
  for (const [name, value] of listEntries(content.before)) {
    const after = childOf(content.after, name);
    // Outlines name outputs only by their agents.
    const path = name === "prior_outputs" ? "" : escapeKey(name);
    writer.write({ key: name, before: value, after, path, depth: 0 });
  }
  writer.writeAdded(content.before, content.after, { path: "", depth: 0 });
  return { rows: writer.rows.slice(0, MAX_ROWS), isCut: writer.isFull };
}

/** Writes rows in the order of the original context. */
class RowWriter {
  readonly rows: DiffRow[] = [];
  readonly #outline: SortedOutline;
  readonly #text = new JsonText();
  /** Paths whose tokens are already shown, because elements of an array share them. */
  readonly #shown = new Set<string>();
  #changedLeft = MAX_ALL_CHANGED;
  #beforeCount = 0;
  #afterCount = 0;

  constructor(outline: readonly OutlineEntry[]) {
    this.#outline = new SortedOutline(outline);
  }

  get isFull(): boolean {
    return this.rows.length > MAX_ROWS;
  }

  write(place: Place): void {
    if (this.isFull) return;
    const { before, after, path, depth } = place;
    const isOutputs = path === "" && depth === 0;
    if (after === undefined && !isOutputs) {
      this.#add(place, [this.#outlineOf(before), null], this.#explain(path, "not passed"));
    } else if (isNested(before) && isNested(after)) {
      this.#open(place);
    } else if (this.#text.isSame(before, after)) {
      this.#addSame(place, this.#text.of(before));
    } else {
      const texts = [this.#changed(before), this.#changed(after)] as const;
      this.#add(place, texts, { ...this.#explain(path, "changed"), mark: "changed" });
    }
  }

  /** Writes the values that only the scoped context has. */
  writeAdded(before: unknown, after: unknown, { path, depth }: Pick<Place, "path" | "depth">): void {
    const isArray = Array.isArray(after);
    for (const [key, value] of listEntries(after)) {
      if (this.isFull) return;
      if (childOf(before, key) !== undefined) continue;
      const place = { key: isArray ? null : key, before: undefined, after: value, path, depth };
      this.#add(place, [null, this.#changed(value)], { mark: "added", note: "added" });
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
      this.#addSame(place, text);
      return;
    }
    const isArray = Array.isArray(before);
    this.#addSame(place, isArray ? "[" : "{");
    for (const [key, value] of listEntries(before)) {
      if (this.isFull) return;
      this.write({
        key: isArray ? null : key,
        before: value,
        after: childOf(after, key),
        path: isArray ? `${path}[]` : join(path, escapeKey(key)),
        depth: depth + 1,
      });
    }
    for (const [name, lostPath] of lost) {
      if (this.isFull) return;
      const mark = this.#explain(lostPath, wordOf("blocked"));
      const inside = { key: name, depth: depth + 1 };
      this.#add(inside, ["not kept", null], mark);
    }
    this.writeAdded(before, after, { path, depth: depth + 1 });
    this.#addSame({ key: null, depth }, isArray ? "]" : "}");
  }

  /** Lists blocked names within a place, which its content omits: as JSON, with their paths. */
  #listUnkept({ before, path, depth }: Place): [string, string][] {
    if (Array.isArray(before)) return [];
    const isBeside = (name: string) => depth === 0 && RESERVED_AGENT_IDS.includes(name);
    return [...this.#outline.listGone(path)].flatMap(([name, lostPath]): [string, string][] => {
      const isLost = !this.#shown.has(lostPath) && !isBeside(name) && !Object.hasOwn(Object(before), name);
      return isLost ? [[name, lostPath]] : [];
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

  #addSame(place: Pick<Place, "key" | "depth">, text: string): void {
    this.#add(place, [text, text], {});
  }

  #add(
    { key, depth }: Pick<Place, "key" | "depth">,
    [before, after]: readonly [string | null, string | null],
    mark: Mark,
  ): void {
    const start = `${"  ".repeat(depth)}${key === null ? "" : `${this.#text.of(key)}: `}`;
    if (before !== null) this.#beforeCount += 1;
    if (after !== null) this.#afterCount += 1;
    this.rows.push({
      before: before === null ? null : { number: this.#beforeCount, text: start + before },
      after: after === null ? null : { number: this.#afterCount, text: start + after },
      ...mark,
    });
  }

  /** Returns a text that changed with its own line breaks, and any other value as JSON. */
  #changed(value: unknown): string {
    const limit = Math.min(MAX_CHANGED, this.#changedLeft);
    if (typeof value !== "string" || value.length <= MAX_INLINE) return this.#text.of(value);
    this.#changedLeft -= Math.min(value.length, limit);
    return value.length > limit ? `${value.slice(0, limit)}…` : value;
  }

  /** Summarizes a removed value: its size, or its start. */
  #outlineOf(value: unknown): string {
    if (Array.isArray(value)) return `[ ${formatCountOf(value.length, "item")} ]`;
    const count = isNested(value) ? Object.keys(value).length : null;
    return count === null ? this.#text.of(value) : `{ ${formatCountOf(count, "key")} }`;
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
