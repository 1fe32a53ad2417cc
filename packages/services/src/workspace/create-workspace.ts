import type { Database, Person } from "@baton/db";
import { insertWorkspace, recordAudit } from "@baton/db/write";

/**
 * Creates a workspace with a person as owner and admin. Its ID derives from its name.
 *
 * @returns its ID; null if the name leads to no free ID.
 */
export async function createWorkspace(
  tx: Database,
  { name, person: { id, name: personName } }: { name: string; person: Person },
): Promise<string | null> {
  const slug = toSlug(name);
  for (const workspaceId of [slug, `${slug}-2`, `${slug}-${Date.now().toString(36)}`]) {
    if (!(await insertWorkspace(tx, { workspaceId, name, userId: id }))) continue;
    const actor = { id, name: personName };
    await recordAudit(tx, { workspaceId, actor, action: "workspace.create", subject: name });
    return workspaceId;
  }
  return null;
}

/** Converts a name for use in a URL: lowercase ASCII letters, digits and hyphens. */
function toSlug(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return plain.replace(/^-+|-+$/g, "").slice(0, 50) || "workspace";
}
