import { type OutlinePath, readOutlinePath } from "../policy/outline-path";

/** Takes the paths of outlines apart, each once: in a session the same ones come with every handoff. */
export class OutlinePaths {
  readonly #known = new Map<string, OutlinePath>();

  /** As {@link readOutlinePath} does. */
  read(path: string): OutlinePath {
    const known = this.#known.get(path);
    if (known) return known;
    const read = readOutlinePath(path);
    this.#known.set(path, read);
    return read;
  }
}
