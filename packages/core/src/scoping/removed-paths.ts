import { escapeKey } from "./field-pattern";

/** One step of a path: a key, or `null` for "each element of that array". */
export type PathStep = string | null;

/** Collects the paths of removed nodes. */
export class RemovedPaths {
  readonly #paths = new Set<string>();

  /**
   * @param root the first part of the path, escaped: an agent's id or the name of a part.
   * @param steps what leads on from there.
   */
  add(root: string, steps: readonly PathStep[] = []): void {
    let path = root;
    for (const step of steps) path += step === null ? "[]" : `.${escapeKey(step)}`;
    this.#paths.add(path);
  }

  /** The paths, sorted by code point, without those that lie under another (that continue it with `.` or `[`). */
  list(): string[] {
    return [...this.#paths].filter((path) => !this.#hasListedAncestor(path)).sort(compareByCodePoint);
  }

  #hasListedAncestor(path: string): boolean {
    for (let end = 1; end < path.length; end += 1) {
      const next = path.charAt(end);
      if ((next === "." || next === "[") && this.#paths.has(path.slice(0, end))) return true;
    }
    return false;
  }
}

/** Orders text by Unicode code point; UTF-16, by which `<` compares, puts U+FFFF after U+10000. */
export function compareByCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Surrogates, which stand for code points beyond U+FFFF, move behind all others. */
function rank(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x10000 : codeUnit;
}
