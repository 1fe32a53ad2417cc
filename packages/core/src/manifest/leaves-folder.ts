/** Text may be escaped again and again; what is escaped deeper than this is not looked into. */
const MAX_LAYERS = 4;

/**
 * Whether a path leads out of the folder that it is meant to lie below, by its letters alone: by `..`, by
 * beginning at the root, by NUL (which ends a path elsewhere); also as other systems would read it, with `\`
 * between folders, or `%2e` for a dot.
 */
export function leavesFolder(path: string): boolean {
  return spellings(path).some(
    (spelling) => spelling.includes("\0") || beginsAtRoot(spelling) || climbsOut(spelling),
  );
}

/**
 * Whether a path begins at a root or at a drive (`/etc`, `C:`): `C:name` is no absolute
 * path, and leads out of a folder all the same.
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

/** Dots, slashes, percent signs and NUL alone: the other characters decide nothing. */
function decodePercent(path: string): string {
  return path.replace(/%(2e|2f|5c|00|25)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
