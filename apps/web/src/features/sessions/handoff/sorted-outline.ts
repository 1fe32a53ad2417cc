import type { OutlineEntry } from "@baton/core";
import { escapeKey, readOutlinePath } from "@baton/core/internal";

/** The first key of a path, as it is written there. */
const FIRST_KEY = /^(?:\\.?|(?!\[\])[^\\.])*/s;

interface Placed {
  entry: OutlineEntry;
  /** Its place in the outline. */
  index: number;
}

/** The entries of an outline, found by the places that they lie in without going through all of them. */
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

  /** The entries of a place, itself or within it; "" is the whole. */
  listWithin(place: string): OutlineEntry[] {
    if (place === "") return this.#sorted.map(({ entry }) => entry);
    // In the order of code units "/" follows upon "." and "\" upon "[".
    return [
      ...this.#list(place, `${place}\0`),
      ...this.#list(`${place}.`, `${place}/`),
      ...this.#list(`${place}[`, `${place}\\`),
    ].map(({ entry }) => entry);
  }

  /**
   * The keys directly below a place of which nothing is left, each
   * with its path, in the order of the outline.
   */
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

  /** Those whose paths stand from one text up to another, without that. */
  #list(from: string, to: string): Placed[] {
    return this.#sorted.slice(this.#find(from), this.#find(to));
  }

  /** The first place whose path does not stand before a text. */
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
