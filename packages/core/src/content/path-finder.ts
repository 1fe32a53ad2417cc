import picomatch from "picomatch";
import type { ContentFinder } from "./detectors";
import { matchesOf } from "./matches-of";

const PATH_TOKEN = /[^\s"'`<>|,;()[\]{}=]{1,1024}/g;

/**
 * Finds paths that fit a glob, also before a line number (`.env:3`); compares without case, and Windows paths too.
 * Without extended globs such as `+(a|aa)`, which can take exponential time.
 *
 * @throws Error if the glob is invalid; without `debug`, it would match nothing.
 */
export function createPathFinder(glob: string): ContentFinder {
  const fits = picomatch(glob, { dot: true, nocase: true, noextglob: true, debug: true });
  const literal = literalOf(glob);
  const isPath = (token: string) => {
    const path = token.replace(/\\+/g, "/").replace(/^(?:\.\/)+/, "");
    return path !== "" && [path, ...path.split(":")].some((part) => part !== "" && fits(part));
  };
  return (text) => {
    if (!text.toLowerCase().includes(literal)) return [];
    // Words repeat.
    const known = new Map<string, boolean>();
    return matchesOf(PATH_TOKEN, text).flatMap(({ start, end }) => {
      const token = text.slice(start, end).replace(/[.:!?]+$/, "");
      const found = known.get(token) ?? isPath(token);
      known.set(token, found);
      return found ? [{ start, end: start + token.length }] : [];
    });
  };
}

/** Returns the longest text, in lower case, that every match of a glob contains; empty if none is known. */
function literalOf(glob: string): string {
  if (!/^[\w.*?/-]*$/.test(glob)) return "";
  // The library ignores the start `./`.
  const [longest = ""] = glob
    .replace(/^(?:\.\/)+/, "")
    .split(/[*?/]+/)
    .sort((a, b) => b.length - a.length);
  return longest.toLowerCase();
}
