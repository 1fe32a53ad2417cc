import { type Database, getLivePolicy, type Person, type PolicyContent } from "@baton/db";
import { lockPolicies } from "@baton/db/write";
import { publishVersion, type ReadPolicy } from "./publish-version";

/**
 * Publishes a policy without review, for users with access to the database.
 *
 * @returns its number, or that of the live policy if it is the same.
 */
export async function publishImported(
  db: Database,
  {
    workspaceId,
    content,
    parsed,
    person,
  }: { workspaceId: string; content: PolicyContent; parsed: ReadPolicy; person: Person },
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockPolicies(tx, workspaceId);
    const live = await getLivePolicy(tx, { workspaceId });
    if (live?.policyVersion === parsed.version && live.document === content.document) return live.number;
    const imported = {
      draftId: null,
      revision: null,
      note: "",
      ground: "imported",
      acknowledged: [],
    } as const;
    return publishVersion(tx, { workspaceId, content, parsed, person, ...imported });
  });
}
