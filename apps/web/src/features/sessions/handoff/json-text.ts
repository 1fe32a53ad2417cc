/** Maximum characters to display of a value; a value that passed in full is on one line. */
const MAX_TEXT = 400;

/**
 * Formats and compares the values of one document. Caches results, since a text nested within two hundred
 * others would otherwise be read again for each of them.
 */
export class JsonText {
  readonly #texts = new Map<object, string>();
  readonly #compared = new Map<object, { other: object; isSame: boolean }>();

  /** Returns a value as compact JSON, cut to 400 characters; a missing value is null. */
  of(value: unknown): string {
    if (!isNested(value)) return cut(JSON.stringify(beginningOf(value)) ?? "null");
    const known = this.#texts.get(value) ?? cut(this.#write(value));
    this.#texts.set(value, known);
    return known;
  }

  /** Returns true if two values are the same JSON, keys in the same order. */
  isSame(one: unknown, other: unknown): boolean {
    if (!isNested(one) || !isNested(other)) return one === other;
    const known = this.#compared.get(one);
    if (known?.other === other) return known.isSame;
    const isSame = this.#compare(one, other);
    this.#compared.set(one, { other, isSame });
    return isSame;
  }

  #write(value: object): string {
    const isArray = Array.isArray(value);
    let text = isArray ? "[" : "{";
    for (const [index, key] of (isArray ? value : Object.keys(value)).entries()) {
      if (text.length > MAX_TEXT) return text;
      const separator = index === 0 ? "" : ",";
      text += isArray
        ? `${separator}${this.of(key)}`
        : `${separator}${this.of(key)}:${this.of(Reflect.get(value, String(key)))}`;
    }
    return text + (isArray ? "]" : "}");
  }

  #compare(one: object, other: object): boolean {
    if (Array.isArray(one) || Array.isArray(other)) {
      if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
      return one.every((item, index) => this.isSame(item, other[index]));
    }
    const [keys, otherKeys] = [Object.keys(one), Object.keys(other)];
    return (
      keys.length === otherKeys.length &&
      keys.every(
        (key, index) =>
          key === otherKeys[index] && this.isSame(Reflect.get(one, key), Reflect.get(other, key)),
      )
    );
  }
}

export function isNested(value: unknown): value is Readonly<Record<string, unknown>> | unknown[] {
  return typeof value === "object" && value !== null;
}

/** Cut long texts first: writing megabytes as JSON takes time. */
function beginningOf(value: unknown): unknown {
  return typeof value === "string" ? value.slice(0, MAX_TEXT + 1) : value;
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
