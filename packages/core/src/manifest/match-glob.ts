/**
 * Returns true if a name can match any number of files: it contains `*`, `?` or `{…}`, or ends with `/` like
 * a folder.
 */
export function isPattern(name: string): boolean {
  return /[*?]|\{[^{}]*\}|\/$/.test(name);
}

/** Maximum patterns to expand braces to; a pattern with more is literal. */
const MAX_ALTERNATIVES = 64;

/** Maximum path length (`PATH_MAX` of Linux, in bytes). Longer patterns match no file. */
const MAX_PATTERN_LENGTH = 4_096;

/** Remaining steps for all patterns together, about one per character. */
export interface GlobBudget {
  steps: number;
}

/**
 * Compiles a path matcher with `/` between folders: `*` is any part of a name, `?` one character, `**` any
 * number of folders, `{a,b}` either one; a pattern ending in `/` is everything below that folder. Other
 * characters are literal, and names with a leading dot need a dot. Patterns are untrusted: matching takes
 * time linear in pattern × path, unlike regular expressions, and memory for at most 64 patterns of 4,096
 * characters.
 *
 * @param budget used up by each path; when it is empty, no path matches.
 */
export function compileGlob(
  pattern: string,
  budget: GlobBudget = { steps: Number.POSITIVE_INFINITY },
): (path: string) => boolean {
  if (pattern.length > MAX_PATTERN_LENGTH) return () => false;
  const alternatives = writeOutBraces(pattern.replace(/\/$/, "/**")).map(splitPath);
  return (path) => {
    budget.steps -= path.length;
    if (budget.steps <= 0) return false;
    const segments = splitPath(path);
    return alternatives.some((alternative) => matchSegments(alternative, segments, budget));
  };
}

function splitPath(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "" && segment !== ".");
}

function writeOutBraces(pattern: string): string[] {
  const done: string[] = [];
  const pending = [pattern];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const braces = /\{([^{}]*)\}/.exec(next);
    const alternatives = braces?.[1]?.split(",") ?? [];
    if (!braces || done.length + pending.length + alternatives.length > MAX_ALTERNATIVES) {
      done.push(next);
      continue;
    }
    const before = next.slice(0, braces.index);
    const after = next.slice(braces.index + braces[0].length);
    pending.push(...alternatives.map((alternative) => before + alternative + after));
  }
  return done;
}

function matchSegments(pattern: readonly string[], path: readonly string[], budget: GlobBudget): boolean {
  return matchSequence(
    pattern,
    path,
    {
      isAny: (segment) => segment === "**",
      mayTake: isVisible,
      fits: (segment, name) => matchName(segment, name, budget),
    },
    budget,
  );
}

function matchName(pattern: string, name: string, budget: GlobBudget): boolean {
  if (!isVisible(name) && isVisible(pattern)) return false;
  budget.steps -= pattern.length + name.length;
  return matchSequence(
    [...pattern],
    [...name],
    {
      isAny: (sign) => sign === "*",
      mayTake: () => true,
      fits: (sign, character) => sign === "?" || sign === character,
    },
    budget,
  );
}

function isVisible(name: string): boolean {
  return !name.startsWith(".");
}

interface Signs<Sign, Item> {
  /** Returns true if a sign matches any number of items. */
  isAny(sign: Sign): boolean;
  mayTake(item: Item): boolean;
  /** Returns true if a sign of another kind matches an item. */
  fits(sign: Sign, item: Item): boolean;
}

/**
 * Matches items with signs, some of which match any number of items. On a mismatch, the last of these takes
 * one more item; earlier ones never need to change.
 */
function matchSequence<Sign, Item>(
  signs: readonly Sign[],
  items: readonly Item[],
  { isAny, mayTake, fits }: Signs<Sign, Item>,
  budget: GlobBudget,
): boolean {
  let sign = 0;
  let lastAny = -1;
  let taken = 0;
  let index = 0;
  while (budget.steps > 0) {
    budget.steps -= 1;
    const item = items[index];
    if (item === undefined) return signs.slice(sign).every(isAny);
    const current = signs[sign];
    if (current !== undefined && isAny(current)) {
      lastAny = sign;
      taken = index;
      sign += 1;
    } else if (current !== undefined && fits(current, item)) {
      sign += 1;
      index += 1;
    } else {
      const next = items[taken];
      if (lastAny < 0 || next === undefined || !mayTake(next)) return false;
      taken += 1;
      index = taken;
      sign = lastAny + 1;
    }
  }
  return false;
}
