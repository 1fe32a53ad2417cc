import { type KeyName, nameOfKey, pathOfKey } from "./key-name";

/** One step of a path: a key, or `null` for "each element of that array". */
export type PathStep = string | null;

/** Limits the total and individual length of a handoff's paths, to bound hostile nesting. */
const MAX_CHARACTERS = 8_000_000;
const MAX_STEPS = 1_000;

/** A position in the tree of paths to removed values. */
class PathNode {
  isRemoved = false;
  below: Map<KeyName | null, PathNode> | null = null;

  child(step: KeyName | null): PathNode {
    this.below ??= new Map();
    const known = this.below.get(step);
    if (known) return known;
    const created = new PathNode();
    this.below.set(step, created);
    return created;
  }
}

/** The path to a value. It is added to the tree of paths only when something there is removed. */
export class Trail {
  readonly depth: number;
  readonly #paths: RemovedPaths;
  readonly #above: Trail | null;
  readonly #step: PathStep;
  #node: PathNode | null = null;

  private constructor(paths: RemovedPaths, above: Trail | null, step: PathStep) {
    this.depth = above === null ? 0 : above.depth + 1;
    this.#paths = paths;
    this.#above = above;
    this.#step = step;
  }

  /** Start of paths. */
  static from(paths: RemovedPaths, root: PathNode): Trail {
    const trail = new Trail(paths, null, null);
    trail.#node = root;
    return trail;
  }

  under(step: PathStep): Trail {
    return new Trail(this.#paths, this, step);
  }

  /** True if the value is too deep to be named. */
  get isNameless(): boolean {
    return this.depth >= MAX_STEPS;
  }

  /** Names the value as removed. */
  removeThis(): void {
    if (this.#above === null) this.#place().isRemoved = true;
    else this.#above.remove(this.#step);
  }

  /** Names the value below this step as removed, without revealing a key that looks like data. */
  remove(step: PathStep): void {
    this.removeAs(step === null ? null : nameOfKey(step));
  }

  /** Names the value under a key with another name. */
  removeAs(name: KeyName | null): void {
    if (this.isNameless) this.#paths.truncate();
    else this.#place().child(name).isRemoved = true;
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

  /** True if some paths are not listed because there were too many or too long ones; known after listing. */
  get isTruncated(): boolean {
    return this.#isTruncated;
  }

  /** Records that the path of a removed value is not listed. */
  truncate(): void {
    this.#isTruncated = true;
  }

  /** @param root start of the paths, escaped: an agent's ID or the name of a part. */
  at(root: string): Trail {
    return Trail.from(this, this.#root(root));
  }

  /** Names the value at a path, without revealing a key that looks like data. */
  add(root: string, key?: string): void {
    const node = this.#root(root);
    if (key === undefined) node.isRemoved = true;
    else node.child(nameOfKey(key)).isRemoved = true;
  }

  /** Returns the paths, sorted by code point, without those below another. */
  list(): string[] {
    const paths: string[] = [];
    let charactersLeft = MAX_CHARACTERS;
    // Level by level, so that the highest values are named if there are too many.
    const places = [...this.#roots].map(([path, node]) => ({ path, node }));
    for (const { path, node } of places) {
      charactersLeft -= path.length;
      if (charactersLeft < 0) break;
      if (node.isRemoved) paths.push(path);
      else
        for (const [step, below] of node.below ?? [])
          places.push({ path: path + written(step), node: below });
    }
    if (charactersLeft < 0) this.truncate();
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

function written(step: KeyName | null): string {
  return step === null ? "[]" : pathOfKey(step);
}

/** Sorts in place by Unicode code point, which equals UTF-16 order without surrogates. */
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

/** Moves surrogates, which are code points beyond U+FFFF, after all others. */
function rankCodeUnit(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x10000 : codeUnit;
}
