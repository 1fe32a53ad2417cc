/**
 * Returns the project root of a path: the parent of the nearest folder `artifacts` above it; null without
 * one.
 *
 * @param path absolute, with `/` between folders.
 */
export function projectRootOf(path: string): string | null {
  const folders = path.split("/");
  const artifacts = folders.lastIndexOf("artifacts");
  return artifacts < 0 ? null : folders.slice(0, artifacts).join("/") || "/";
}
