/**
 * Returns the folder of a manifest and its files below the project's root:
 * `artifacts/{agent}/{timestamp}-{scope}/`. The time has milliseconds and no colons, which some file systems
 * reject.
 *
 * @param timestamp of the manifest, RFC 3339.
 * @throws RangeError if `timestamp` is invalid.
 */
export function artifactDirectory(manifest: { agent: string; timestamp: string; scope: string }): string {
  const time = new Date(manifest.timestamp).toISOString().replaceAll(":", "-");
  return `artifacts/${manifest.agent}/${time}-${scopeSlug(manifest.scope)}/`;
}

/**
 * Returns true if two scopes have the same wording. Runs of one agent with one scope are versions of one
 * artifact.
 */
export function isSameScope(a: string, b: string): boolean {
  return scopeSlug(a) === scopeSlug(b);
}

/**
 * Turns a scope into a path segment of at most 48 characters: letters and digits of any script in lower case,
 * and `-` for everything between them.
 */
export function scopeSlug(scope: string): string {
  const plain = scope.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replace(/^-/, "");
  const slug = [...words].slice(0, 48).join("").replace(/-$/, "");
  return slug === "" ? "artifact" : slug;
}
