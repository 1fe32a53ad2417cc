import { isSameScope, scopeSlug } from "./artifact-directory";

/** Names a version of an artifact: `artifact://research/oauth@2`. */
export interface ArtifactAddress {
  readonly agent: string;
  /** In the form of an address, which differs from that of a manifest in case and punctuation. */
  readonly scope: string;
  /** From 1, the oldest; null for the newest. */
  readonly version: number | null;
}

const ADDRESS =
  /^artifact:\/\/([A-Za-z0-9][A-Za-z0-9._-]{0,127})\/([^/@\s]{1,300})(?:@(?:([1-9]\d{0,5})|latest))?$/;

/**
 * Reads an address. Without a version, or with `@latest`, it names the newest one.
 *
 * @returns null for any other text.
 */
export function parseArtifactAddress(text: string): ArtifactAddress | null {
  const [, agent, scope, version] = ADDRESS.exec(text.trim()) ?? [];
  if (agent === undefined || scope === undefined) return null;
  return { agent, scope: decode(scope), version: version === undefined ? null : Number(version) };
}

/** Returns the address of a version, or of the newest one. */
export function artifactAddress(
  { agent, scope }: { agent: string; scope: string },
  version: number | null = null,
): string {
  return `artifact://${agent}/${scopeSlug(scope)}${version === null ? "" : `@${version}`}`;
}

/**
 * Returns the version that an address names; null if it does not exist.
 *
 * @param versions of its agent, newest first; other scopes are ignored.
 */
export function findVersion<Version>(
  { scope, version }: ArtifactAddress,
  versions: readonly Version[],
  scopeOf: (version: Version) => string | null,
): Version | null {
  const own = versions.filter((each) => isSameScope(scopeOf(each) ?? "", scope));
  return (version === null ? own[0] : own[own.length - version]) ?? null;
}

function decode(scope: string): string {
  try {
    return decodeURIComponent(scope);
  } catch {
    return scope;
  }
}
