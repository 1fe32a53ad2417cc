/** Names in addition to version numbers. */
export const LIVE = "live";
export const DRAFT = "draft";

/** The two compared policies: `live`, `draft`, the number of a version, or the hash of a reported policy. */
export interface Compared {
  readonly before: string;
  readonly after: string;
}

/**
 * Chooses the policies to compare: those in the URL, else the draft with the live one, and without a draft
 * the live one with its predecessor: a published version, or the policy that an orchestrator reported last.
 * @param versions numbers of the published versions, live one first.
 * @param reported hashes of policies that were never published and are not live, last reported first.
 * @returns null if there is nothing to compare.
 */
export function chooseCompared(
  named: { before: string | null; after: string | null },
  {
    hasDraft,
    versions,
    reported,
  }: { hasDraft: boolean; versions: readonly number[]; reported: readonly string[] },
): Compared | null {
  const isThere = (name: string | null) => name !== null && (name !== DRAFT || hasDraft);
  const previous = versions[1] ?? reported[0];
  const usual = hasDraft
    ? { before: LIVE, after: DRAFT }
    : { before: previous === undefined ? null : `${previous}`, after: LIVE };
  const before = isThere(named.before) ? named.before : usual.before;
  const after = isThere(named.after) ? named.after : usual.after;
  return before !== null && after !== null ? { before, after } : null;
}
