/** Decides about the parts of JSON in a text, in document order. `Place` is a position in the blocked paths. */
export interface JsonVisitor<Place> {
  enterKey(place: Place, key: string): Place | "blocked";
  enterElement(place: Place): Place | "blocked";
  /**
   * Receives a string value that is not blocked, decoded, and its place in the source; returns its replacement, or
   * null to keep it.
   */
  visitString(place: Place, text: string, start: number, end: number): string | null;
  /** Receives the place of a bare value that is not blocked, such as a number. */
  visitBare?(start: number, end: number): void;
  /** Replaces the source from `start` up to `end`. */
  replace(start: number, end: number, json: string): void;
}

/** An object or array that is open. A blocked element is replaced with its array. */
interface Frame<Place> {
  readonly place: Place;
  readonly isObject: boolean;
  /** Start of the value of a blocked key, which ends with this frame; -1 otherwise. */
  readonly blockedFrom: number;
}

const SPACE = /[ \t\r\n]*/y;
const BARE = /[-+.\w]+/y;

/**
 * Reads one JSON object or array in a text, tolerantly: with single quotes, bare keys, words such as `None`
 * and trailing commas; cut off at the end of the text too. Linear, without recursion.
 *
 * @param start position of `{` or `[`.
 * @param blockedJson replaces a blocked value.
 * @returns the end of the value; or the position of what is not JSON, with `isJson` false.
 */
export function walkJson<Place>(
  text: string,
  start: number,
  top: Place,
  visitor: JsonVisitor<Place>,
  blockedJson: string,
): { isJson: boolean; end: number } {
  const frames: Frame<Place>[] = [];
  let position = start;
  let place: Place = top;
  /** Start of the outermost blocked value that is open; -1 outside. */
  let blockedFrom = -1;

  const skipSpace = () => {
    SPACE.lastIndex = position;
    SPACE.test(text);
    position = SPACE.lastIndex;
  };
  const open = (character: string) => {
    frames.push({
      place,
      isObject: character === "{",
      blockedFrom: blockedFrom === position ? position : -1,
    });
    position += 1;
  };
  const finishBlocked = () => {
    visitor.replace(blockedFrom, position, blockedJson);
    blockedFrom = -1;
  };

  open(text.charAt(start));
  for (;;) {
    const frame = frames.at(-1);
    if (frame === undefined) return { isJson: true, end: position };
    skipSpace();
    if (position >= text.length) {
      if (blockedFrom >= 0) visitor.replace(blockedFrom, text.length, blockedJson);
      return { isJson: true, end: text.length };
    }
    const character = text.charAt(position);
    if (character === (frame.isObject ? "}" : "]")) {
      position += 1;
      frames.pop();
      if (frame.blockedFrom >= 0) finishBlocked();
      continue;
    }
    if (character === ",") {
      position += 1;
      continue;
    }
    place = frame.place;
    if (frame.isObject) {
      const key = readScalar(text, position);
      if (key === null) return { isJson: false, end: position };
      position = key.end;
      skipSpace();
      if (text.charAt(position) !== ":") {
        if (position >= text.length) return { isJson: true, end: position };
        return { isJson: false, end: position };
      }
      position += 1;
      skipSpace();
      if (blockedFrom < 0) {
        const next = visitor.enterKey(frame.place, key.text);
        if (next === "blocked") blockedFrom = position;
        else place = next;
      }
    } else if (blockedFrom < 0) {
      const next = visitor.enterElement(frame.place);
      if (next === "blocked") blockedFrom = position;
      else place = next;
    }
    const valueStart = position;
    const opening = text.charAt(position);
    if (opening === "{" || opening === "[") {
      open(opening);
      continue;
    }
    if (position >= text.length) continue;
    const scalar = readScalar(text, position);
    if (scalar === null) return { isJson: false, end: position };
    position = scalar.end;
    if (blockedFrom === valueStart) finishBlocked();
    else if (blockedFrom < 0 && !scalar.isString) visitor.visitBare?.(valueStart, position);
    else if (blockedFrom < 0) {
      const replacement = visitor.visitString(place, scalar.text, valueStart, position);
      if (replacement !== null) visitor.replace(valueStart, position, JSON.stringify(replacement));
    }
  }
}

/** Reads a string in quotes, possibly cut off at the end of the text, or a bare word. */
function readScalar(text: string, start: number): { text: string; end: number; isString: boolean } | null {
  const quote = text.charAt(start);
  if (quote !== '"' && quote !== "'") {
    BARE.lastIndex = start;
    const [word] = BARE.exec(text) ?? [];
    return word === undefined ? null : { text: word, end: start + word.length, isString: false };
  }
  let end = start + 1;
  while (end < text.length && text.charAt(end) !== quote) end += text.charAt(end) === "\\" ? 2 : 1;
  const inner = text.slice(start + 1, end);
  return {
    text: inner.includes("\\") ? decodeEscapes(inner) : inner,
    end: Math.min(end + 1, text.length),
    isString: true,
  };
}

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

function decodeEscapes(inner: string): string {
  return inner.replace(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))/gs, (_, unicode, hex, character) =>
    character === undefined
      ? String.fromCharCode(Number.parseInt(unicode ?? hex, 16))
      : (ESCAPES[character] ?? character),
  );
}
