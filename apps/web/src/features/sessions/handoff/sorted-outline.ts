import type { OutlineEntry } from "@baton/core";
import { escapeKey, readOutlinePath } from "@baton/core/internal";

/** Matches the first key of a path, as written there. */
const FIRST_KEY = /^(?:\\.?|(?!\[\])[^\\.])*/s;

interface Placed {
  entry: OutlineEntry;
  /** Index in the outline. */
  index: number;
}

/** Finds entries of an outline by path without a full scan. */
export class SortedOutline {
  readonly #sorted: readonly Placed[];
  readonly #names = new Map<string, ReadonlyMap<string, string>>();

  constructor(outline: readonly OutlineEntry[]) {
    this.#sorted = outline
      .map((entry, index) => ({ entry, index }))
      .sort((a, b) =>
        a.entry.path < b.entry.path ? -1 : a.entry.path > b.entry.path ? 1 : a.index - b.index,
      );
  }

  /** Returns the entries at or below a path; "" is the whole. */
  listWithin(place: string): OutlineEntry[] {
    if (place === "") return this.#sorted.map(({ entry }) => entry);
    // In code unit order, "/" follows "." and "\" follows "[".
    return [
      ...this.#list(place, `${place}\0`),
      ...this.#list(`${place}.`, `${place}/`),
      ...this.#list(`${place}[`, `${place}\\`),
    ].map(({ entry }) => entry);
  }

  /** Returns the completely removed keys directly below a path, each with its path, in outline order. */
  listGone(place: string): ReadonlyMap<string, string> {
    const known = this.#names.get(place) ?? this.#findGone(place);
    this.#names.set(place, known);
    return known;
  }

  #findGone(place: string): Map<string, string> {
    const prefix = place === "" ? "" : `${place}.`;
    const below = place === "" ? [...this.#sorted] : this.#list(prefix, `${place}/`);
    const names = new Map<string, string>();
    for (const { entry } of below.sort((a, b) => a.index - b.index)) {
      if (entry.after !== 0) continue;
      const [written = ""] = FIRST_KEY.exec(entry.path.slice(prefix.length)) ?? [];
      const name = readOutlinePath(written).root.key;
      if (!names.has(name)) names.set(name, prefix + escapeKey(name));
    }
    return names;
  }

  /** Returns the entries whose paths are between two texts, excluding the second. */
  #list(from: string, to: string): Placed[] {
    return this.#sorted.slice(this.#find(from), this.#find(to));
  }

  /** Finds the first index whose path is not before a text. */
  #find(text: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle]?.entry.path ?? "") < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
