import { foldKey, type OutlinePath, readOutlinePath } from "@baton/core/internal";

/** Parses each outline path once, since the handoffs of a session repeat them. */
export class OutlinePaths {
  readonly #known = new Map<string, OutlinePath>();
  readonly #names = new Map<string, ReadonlySet<string>>();

  /** As {@link readOutlinePath} does. */
  read(path: string): OutlinePath {
    const known = this.#known.get(path);
    if (known) return known;
    const read = readOutlinePath(path);
    this.#known.set(path, read);
    return read;
  }

  /** Returns the keys of a path below its root, folded. */
  namesIn(path: string): ReadonlySet<string> {
    const known = this.#names.get(path);
    if (known) return known;
    const names = new Set(this.read(path).steps.map(({ key }) => foldKey(key)));
    this.#names.set(path, names);
    return names;
  }
}
