/** Maximum layers of escaping to decode. */
const MAX_LAYERS = 4;

/**
 * Returns true if a path leaves its folder, by its text alone: with `..`, a root, or NUL (which ends a path
 * elsewhere); also as other systems read it, with `\` between folders or `%2e` for a dot.
 */
export function leavesFolder(path: string): boolean {
  return spellings(path).some(
    (spelling) => spelling.includes("\0") || beginsAtRoot(spelling) || climbsOut(spelling),
  );
}

/**
 * Returns true if a path starts with a root or a drive (`/etc`, `C:`). `C:name` is not absolute, but leaves a
 * folder too.
 */
export function beginsAtRoot(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:/.test(path);
}

function climbsOut(path: string): boolean {
  let depth = 0;
  for (const segment of path.split("/")) {
    if (segment === "..") depth -= 1;
    else if (segment !== "" && segment !== ".") depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

function spellings(path: string): string[] {
  const found = [path];
  for (let layer = 1; layer <= MAX_LAYERS; layer += 1) {
    const last = found.at(-1) ?? "";
    const next = decodePercent(last.replaceAll("\\", "/"));
    if (next === last) break;
    found.push(next);
  }
  return found;
}

/** Decodes only dots, slashes, percent signs and NUL, the relevant characters. */
function decodePercent(path: string): string {
  return path.replace(/%(2e|2f|5c|00|25)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
