import { type Database, getRunningRelease, type Person, readPolicyContent, toContent } from "@baton/db";
import { lockPolicies, updateRelease } from "@baton/db/write";
import { publishVersion } from "./publish-version";

/**
 * Publishes the candidate of the running release: it decides everything from now on.
 *
 * @returns the number of the version; null without a change if the release is not running any more.
 */
export async function finishRelease(
  db: Database,
  { workspaceId, releaseId, person }: { workspaceId: string; releaseId: number; person: Person },
): Promise<number | null> {
  return db.transaction(async (tx) => {
    await lockPolicies(tx, workspaceId);
    const release = await getRunningRelease(tx, { workspaceId });
    if (release?.releaseId !== releaseId) return null;
    const content = toContent(release);
    const parsed = readPolicyContent(content);
    if (!parsed.ok) return null;
    await updateRelease(tx, release, { state: "finished" });
    const { draftId, revision, ground, note, acknowledged } = release;
    return publishVersion(tx, {
      workspaceId,
      draftId,
      revision,
      content,
      parsed,
      ground,
      note,
      acknowledged,
      person,
    });
  });
}
