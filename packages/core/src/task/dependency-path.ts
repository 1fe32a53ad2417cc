/** The longest path of common systems, in UTF-16 units; the rest is ignored. */
const MAX_LENGTH = 4_096;

/**
 * Returns true if a path matches many files. A segment only in brackets is a folder of that name, as in web
 * routers.
 */
export function isGlob(text: string): boolean {
  const path = text.slice(0, MAX_LENGTH);
  return (
    /[*?]/.test(path) ||
    /\{[^{}]*(?:,|\.\.)[^{}]*\}/.test(path) ||
    /[!@+]\(/.test(path) ||
    path
      .split(/[/\\]/)
      .some((segment) => /\[[^\]]+\]/.test(segment) && !/^\[.*\]$/.test(withoutExtension(segment)))
  );
}

function withoutExtension(segment: string): string {
  return segment.replace(/\](?:\.\w+)+$/, "]");
}

/** Returns true if a path is written as a folder: with a slash at its end, or a dot segment. */
export function isDirectoryPath(path: string): boolean {
  return /(?:^|[/\\])\.{0,2}$/.test(path);
}

/** Returns true if a path starts at a root: of a POSIX system, a drive, a share, a home, or a file URL. */
export function isAbsolutePath(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\]|~[\w-]*[/\\]|file:)/.test(path);
}

/**
 * Returns a path relative to the project root, with slashes.
 *
 * @param root absolute project root; null if unknown.
 * @returns the path unchanged if it is absolute and not below the root.
 */
export function relativizePath(path: string, root: string | null): string {
  const segments = split(path);
  if (!isAbsolutePath(path)) return segments.join("/") || path;
  const rootSegments = root === null ? [] : split(root).filter((segment) => segment !== "");
  const isBelow =
    rootSegments.length > 0 &&
    segments.length > rootSegments.length &&
    rootSegments.every((segment, index) => segment === segments[index]);
  return isBelow && !segments.includes("..") ? segments.slice(rootSegments.length).join("/") : path;
}

/** Returns the segments of a path without empty ones. A slash at the end marks a folder and stays. */
function split(path: string): string[] {
  const segments = path.replace(/^file:\/\/(?=\/)/, "").split(/[/\\]/);
  const isFolder = segments.length > 1 && segments.at(-1) === "";
  const informative = segments.filter((segment) => segment !== "" && segment !== ".");
  return isFolder ? [...informative, ""] : informative;
}
