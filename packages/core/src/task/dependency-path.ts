/** The longest path that systems take, in UTF-16 units; what stands behind it makes no difference. */
const MAX_LENGTH = 4_096;

/**
 * Whether a path names many files. A segment in brackets alone is a folder of
 * that name, as routers of the web have them.
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

/** Whether a path is that of a folder by the way it is written: a slash at its end, or a dot segment. */
export function isDirectoryPath(path: string): boolean {
  return /(?:^|[/\\])\.{0,2}$/.test(path);
}

/**
 * Whether a path begins at a root: that of a POSIX system, of a drive,
 * of a share, of a home, or of a file address.
 */
export function isAbsolutePath(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\]|~[\w-]*[/\\]|file:)/.test(path);
}

/**
 * Writes a path relative to the root of its project, with slashes.
 *
 * @param root the project's root, as an absolute path; null where it is not known.
 * @returns the path as it was, where it is absolute and does not lie below the root.
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

/**
 * The segments of a path, without those that say nothing. A slash at
 * the end says that it is a folder, and stays.
 */
function split(path: string): string[] {
  const segments = path.replace(/^file:\/\/(?=\/)/, "").split(/[/\\]/);
  const isFolder = segments.length > 1 && segments.at(-1) === "";
  const telling = segments.filter((segment) => segment !== "" && segment !== ".");
  return isFolder ? [...telling, ""] : telling;
}
