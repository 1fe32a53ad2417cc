/**
 * Returns a path relative to the folder `root` if it is below, otherwise unchanged.
 *
 * @param path absolute, with `/` between folders, like `root`.
 */
export function pathBelow(path: string, root: string): string {
  const folder = root === "/" ? root : `${root}/`;
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}
