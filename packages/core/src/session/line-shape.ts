import { isObject } from "../is-object";
/** What a line has that Baton does not know, and which version of its tool wrote it. */
export interface LineShape {
  /** Null where the line does not say. */
  toolVersion: string | null;
  /** `type: …` or `key: …`, each once, with the path that leads to it. The line is kept all the same. */
  unknown: readonly string[];
}

/** More of one line are not named: a line of another tool altogether says so with fewer. */
const MAX_SHAPES = 16;

/** What is named is shown to people: text of any other form may be content, and is not. */
const PLAIN_NAME = /^[A-Za-z_$][\w$.-]{0,63}$/;

/** What is longer is no version. */
const MAX_VERSION_LENGTH = 40;

/** Collects what is unknown of one line. */
export class ShapeFinder {
  readonly #unknown = new Set<string>();

  /** Notes a type that is none of those known; what is no text is the key's matter. */
  checkType(type: unknown, known: ReadonlySet<string>, path = ""): void {
    if (typeof type === "string" && !known.has(type)) this.#add(`type: ${path}${nameOf(type)}`);
  }

  /** Notes the keys of an object that are none of those known; any other value has none. */
  checkKeys(value: unknown, known: ReadonlySet<string>, path = ""): void {
    if (!isObject(value)) return;
    for (const key of Object.keys(value)) if (!known.has(key)) this.#add(`key: ${path}${nameOf(key)}`);
  }

  finish(toolVersion: unknown): LineShape {
    const isVersion = typeof toolVersion === "string" && /^[\w.+-]+$/.test(toolVersion);
    return {
      toolVersion: isVersion ? toolVersion.slice(0, MAX_VERSION_LENGTH) : null,
      unknown: [...this.#unknown],
    };
  }

  #add(shape: string): void {
    if (this.#unknown.size < MAX_SHAPES) this.#unknown.add(shape);
  }
}

function nameOf(name: string): string {
  return PLAIN_NAME.test(name) ? name : "…";
}
