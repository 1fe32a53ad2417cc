/** A path as people name it: below its project's root. */
export function pathBelow(path: string, projectRoot: string): string {
  return path.startsWith(`${projectRoot}/`) ? path.slice(projectRoot.length + 1) : path;
}
