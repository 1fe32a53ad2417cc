/** Far below what a file system takes, whatever the script that it is written in. */
const MAX_SLUG_LENGTH = 48;

/**
 * Where a manifest and its files stand, below the project's root: `artifacts/{agent}/{timestamp}-{scope}/`,
 * the time to the millisecond and without colons, which not every file system takes.
 *
 * @param timestamp of the manifest, RFC 3339.
 * @throws RangeError where `timestamp` is no time.
 */
export function artifactDirectory(manifest: { agent: string; timestamp: string; scope: string }): string {
  const time = new Date(manifest.timestamp).toISOString().replaceAll(":", "-");
  return `artifacts/${manifest.agent}/${time}-${scopeSlug(manifest.scope)}/`;
}

/** Whether two scopes are worded alike: runs of one agent over one scope are versions of one artifact. */
export function isSameScope(a: string, b: string): boolean {
  return scopeSlug(a) === scopeSlug(b);
}

/**
 * A scope as part of a path: letters and digits of any script in lower case, and `-` for all between them.
 */
function scopeSlug(scope: string): string {
  const plain = scope.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replace(/^-/, "");
  const slug = [...words].slice(0, MAX_SLUG_LENGTH).join("").replace(/-$/, "");
  return slug === "" ? "artifact" : slug;
}
