import { escapeKey } from "./field-pattern";

/** One step of a path: a key, or `null` for "each element of that array". */
export type PathStep = string | null;

/** How much text is written for the paths of one handoff: an end to what hostile nesting can cost. */
const MAX_CHARACTERS = 8_000_000;

/** Collects the paths of removed nodes. */
export class RemovedPaths {
  readonly #paths = new Set<string>();
  #charactersLeft = MAX_CHARACTERS;

  /** Whether there were so many, or so long ones, that some are not listed. */
  get isTruncated(): boolean {
    return this.#charactersLeft < 0;
  }

  /** Says that a path is not listed, as it is too long, and that no more will be. */
  truncate(): void {
    this.#charactersLeft = -1;
  }

  /**
   * @param root  how the path begins, escaped: an agent's id or the name of a part.
   * @param steps what leads on from there.
   */
  add(root: string, steps: Iterable<PathStep> = []): void {
    if (this.isTruncated) return;
    let path = root;
    for (const step of steps) path += step === null ? "[]" : `.${escapeKey(step)}`;
    this.#charactersLeft -= path.length;
    if (!this.isTruncated) this.#paths.add(path);
  }

  /** The paths, sorted by code point, without those that lie under another (that continue it with `.` or `[`). */
  list(): string[] {
    const kept: string[] = [];
    for (const path of [...this.#paths].sort(compareAncestorsFirst)) {
      const last = kept.at(-1);
      if (last === undefined || !liesUnder(path, last)) kept.push(path);
    }
    return kept.sort(compareByCodePoint);
  }
}

/** Orders text by Unicode code point; UTF-16, by which `<` compares, puts U+FFFF after U+10000. */
export function compareByCodePoint(a: string, b: string): number {
  return compareBy(a, b, rankCodeUnit);
}

/** An order in which all that lies under a path follows it at once. */
function compareAncestorsFirst(a: string, b: string): number {
  return compareBy(a, b, (codeUnit) => (leadsOn(codeUnit) ? codeUnit - OPENING_BRACKET - 1 : codeUnit));
}

function compareBy(a: string, b: string, rank: (codeUnit: number) => number): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Surrogates, which stand for code points beyond U+FFFF, move behind all others. */
function rankCodeUnit(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x10000 : codeUnit;
}

function liesUnder(path: string, ancestor: string): boolean {
  return path.startsWith(ancestor) && leadsOn(path.charCodeAt(ancestor.length));
}

const DOT = 0x2e;
const OPENING_BRACKET = 0x5b;

function leadsOn(codeUnit: number): boolean {
  return codeUnit === DOT || codeUnit === OPENING_BRACKET;
}
