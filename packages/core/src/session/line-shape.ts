import { isObject } from "../is-object";
/** Unrecognized parts of a line, and the tool version that wrote it. */
export interface LineShape {
  /** Null if the line does not contain it. */
  toolVersion: string | null;
  /**
   * `type: …` or `key: …`, each once, with its path; for traces `span: …` or `type: …`, once per span,
   * for logs `log: …`, once per record. The
   * line is stored anyway.
   */
  unknown: readonly string[];
}

/** Limit per line; a line of another tool is recognized with fewer. */
const MAX_SHAPES = 16;

/** Names are shown to users; text of any other form may be content and is not. */
const PLAIN_NAME = /^[A-Za-z_$][\w$.-]{0,63}$/;

/** Names of instrumentation libraries are package or module names. */
const LIBRARY_NAME = /^[@A-Za-z_][\w@/.:-]{0,127}$/;

/** Collects the unknown parts of one line. */
export class ShapeFinder {
  readonly #unknown = new Set<string>();
  readonly #spans: string[] = [];

  /** Records an unknown type; ignores values that are not texts. */
  checkType(type: unknown, known: ReadonlySet<string>, path = ""): void {
    if (typeof type === "string" && !known.has(type)) this.#add(`type: ${path}${nameOf(type)}`);
  }

  /** Records unknown keys of an object; other values have none. */
  checkKeys(value: unknown, known: ReadonlySet<string>, path = ""): void {
    if (!isObject(value)) return;
    for (const key of Object.keys(value)) if (!known.has(key)) this.#add(`key: ${path}${nameOf(key)}`);
  }

  /** Counts a span that follows no convention, by the library that wrote it. */
  countSpan(library: string): void {
    this.#spans.push(`span: ${LIBRARY_NAME.test(library) ? library : "…"}`);
  }

  /** Counts a log record of another program, by the library that wrote it. */
  countLog(library: string): void {
    this.#spans.push(`log: ${LIBRARY_NAME.test(library) ? library : "…"}`);
  }

  /** Counts a span of an unknown kind. */
  countType(kind: string): void {
    this.#spans.push(`type: ${nameOf(kind)}`);
  }

  finish(toolVersion: unknown): LineShape {
    const isVersion = typeof toolVersion === "string" && /^[\w.+-]{1,40}$/.test(toolVersion);
    return {
      toolVersion: isVersion ? toolVersion : null,
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
