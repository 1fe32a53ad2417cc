/**
 * A path as people name it: relative to the folder `root` where it lies below that, else as it was.
 *
 * @param path absolute, with `/` between folders, as `root` is.
 */
export function pathBelow(path: string, root: string): string {
  const folder = root === "/" ? root : `${root}/`;
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}
