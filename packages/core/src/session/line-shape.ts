import { isObject } from "../is-object";
/** What a line has that Baton does not know, and which version of its tool wrote it. */
export interface LineShape {
  /** Null where the line does not say. */
  toolVersion: string | null;
  /**
   * `type: …` or `key: …`, each once, with the path that leads to it; of traces `span: …` or `type: …`, once
   * for each span. The line is kept all the same.
   */
  unknown: readonly string[];
}

/** More of one line are not named: a line of another tool altogether says so with fewer. */
const MAX_SHAPES = 16;

/** What is named is shown to people: text of any other form may be content, and is not. */
const PLAIN_NAME = /^[A-Za-z_$][\w$.-]{0,63}$/;

/** Names of instrumentation libraries are those of packages and modules. */
const LIBRARY_NAME = /^[@A-Za-z_][\w@/.:-]{0,127}$/;

/** What is longer is no version. */
const MAX_VERSION_LENGTH = 40;

/** Collects what is unknown of one line. */
export class ShapeFinder {
  readonly #unknown = new Set<string>();
  readonly #spans: string[] = [];

  /** Notes a type that is none of those known; what is no text is the key's matter. */
  checkType(type: unknown, known: ReadonlySet<string>, path = ""): void {
    if (typeof type === "string" && !known.has(type)) this.#add(`type: ${path}${nameOf(type)}`);
  }

  /** Notes the keys of an object that are none of those known; any other value has none. */
  checkKeys(value: unknown, known: ReadonlySet<string>, path = ""): void {
    if (!isObject(value)) return;
    for (const key of Object.keys(value)) if (!known.has(key)) this.#add(`key: ${path}${nameOf(key)}`);
  }

  /** Counts a span that follows no convention, by the library that wrote it. */
  countSpan(library: string): void {
    this.#spans.push(`span: ${LIBRARY_NAME.test(library) ? library : "…"}`);
  }

  /** Counts a span of an unknown kind. */
  countType(kind: string): void {
    this.#spans.push(`type: ${nameOf(kind)}`);
  }

  finish(toolVersion: unknown): LineShape {
    const isVersion = typeof toolVersion === "string" && /^[\w.+-]+$/.test(toolVersion);
    return {
      toolVersion: isVersion ? toolVersion.slice(0, MAX_VERSION_LENGTH) : null,
      unknown: [...this.#unknown, ...this.#spans],
    };
  }

  #add(shape: string): void {
    if (this.#unknown.size < MAX_SHAPES) this.#unknown.add(shape);
  }
}

function nameOf(name: string): string {
  return PLAIN_NAME.test(name) ? name : "…";
}
