import { escapeKey } from "./field-pattern";

/** One step of a path: a key, or `null` for "each element of that array". */
export type PathStep = string | null;

/** How much text the paths of one handoff may come to: an end to what hostile nesting can cost. */
const MAX_CHARACTERS = 8_000_000;

/** A place in the tree of all paths that lead to something removed. */
class PathNode {
  isRemoved = false;
  readonly below = new Map<PathStep, PathNode>();

  child(step: PathStep): PathNode {
    const known = this.below.get(step);
    if (known) return known;
    const created = new PathNode();
    this.below.set(step, created);
    return created;
  }
}

/** How a value was reached. It becomes a place in the tree of paths only when something under it is removed. */
export class Trail {
  readonly depth: number;
  readonly #above: Trail | null;
  readonly #step: PathStep;
  #node: PathNode | null;

  constructor(above: Trail | null, step: PathStep, node: PathNode | null = null) {
    this.depth = above === null ? 0 : above.depth + 1;
    this.#above = above;
    this.#step = step;
    this.#node = node;
  }

  /** Names what stood here. */
  removeThis(): void {
    this.#place().isRemoved = true;
  }

  /** Names what stood under this step. */
  remove(step: PathStep): void {
    this.#place().child(step).isRemoved = true;
  }

  #place(): PathNode {
    const unplaced: Trail[] = [];
    let trail: Trail = this;
    while (trail.#node === null && trail.#above !== null) {
      unplaced.push(trail);
      trail = trail.#above;
    }
    let node = trail.#node ?? new PathNode();
    for (let next = unplaced.pop(); next !== undefined; next = unplaced.pop()) {
      node = node.child(next.#step);
      next.#node = node;
    }
    return node;
  }
}

/** Collects the paths of removed nodes. */
export class RemovedPaths {
  readonly #roots = new Map<string, PathNode>();
  #isTruncated = false;

  /** Whether the last {@link list} left paths out, as there were so many, or so long ones. */
  get isTruncated(): boolean {
    return this.#isTruncated;
  }

  /** @param root how paths begin, escaped: an agent's id or the name of a part. */
  at(root: string): Trail {
    return new Trail(null, null, this.#root(root));
  }

  /** Names what a path leads to. */
  add(root: string, key?: string): void {
    const node = this.#root(root);
    if (key === undefined) node.isRemoved = true;
    else node.child(key).isRemoved = true;
  }

  /** The paths, sorted by code point, without those that lie under another. */
  list(): string[] {
    const paths: string[] = [];
    let charactersLeft = MAX_CHARACTERS;
    // Level by level, so that what stands highest is named where not all can be.
    const places = [...this.#roots].map(([path, node]) => ({ path, node }));
    for (const { path, node } of places) {
      charactersLeft -= path.length;
      if (charactersLeft < 0) break;
      if (node.isRemoved) paths.push(path);
      else for (const [step, below] of node.below) places.push({ path: path + written(step), node: below });
    }
    this.#isTruncated = charactersLeft < 0;
    return sortByCodePoint(paths);
  }

  #root(root: string): PathNode {
    const known = this.#roots.get(root);
    if (known) return known;
    const created = new PathNode();
    this.#roots.set(root, created);
    return created;
  }
}

function written(step: PathStep): string {
  return step === null ? "[]" : `.${escapeKey(step)}`;
}

/** Sorts in place by Unicode code point, which is the order of UTF-16 where there are no surrogates. */
export function sortByCodePoint(texts: string[]): string[] {
  return texts.some((text) => /[\ud800-\udfff]/.test(text)) ? texts.sort(compareByCodePoint) : texts.sort();
}

/** Orders text by Unicode code point; UTF-16, by which `<` compares, puts U+FFFF after U+10000. */
export function compareByCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rankCodeUnit(left) - rankCodeUnit(right);
  }
  return a.length - b.length;
}

/** Surrogates, which stand for code points beyond U+FFFF, move behind all others. */
function rankCodeUnit(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x10000 : codeUnit;
}
