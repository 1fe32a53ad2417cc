/**
 * The root of the project that a path belongs to: the parent of the nearest folder
 * `artifacts` above it; null where it lies in none.
 *
 * @param path absolute, with `/` between folders.
 */
export function projectRootOf(path: string): string | null {
  const folders = path.split("/");
  const artifacts = folders.lastIndexOf("artifacts");
  return artifacts < 0 ? null : folders.slice(0, artifacts).join("/") || "/";
}
