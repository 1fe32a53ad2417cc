import { fromStorableText } from "@baton/server/storable-text";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { selectRows } from "../statement/rows";

const ChangedFile = z.object({
  path: z.string(),
  beforeSha256: z.string().nullable(),
  afterSha256: z.string().nullable(),
  /** Null if the version does not have the file, or both have the same. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ChangedFile = z.infer<typeof ChangedFile>;

/** Lists the stored files of two manifests by path, with the texts of those that differ. */
export async function diffManifestFiles(
  db: Database,
  { workspaceId, before, after }: { workspaceId: string; before: string; after: string },
): Promise<ChangedFile[]> {
  const filesOf = (manifestId: string) => sql`(select path, sha256, text from manifest_file
      join file_content using (workspace_id, sha256)
      where workspace_id = ${workspaceId} and manifest_id = ${manifestId})`;
  const differs = sql`old.sha256 is distinct from new.sha256`;
  const rows = await selectRows(
    db,
    ChangedFile,
    sql`select path, old.sha256 as "beforeSha256", new.sha256 as "afterSha256",
        case when ${differs} then old.text end as before, case when ${differs} then new.text end as after
      from ${filesOf(before)} old full join ${filesOf(after)} new using (path) order by path`,
  );
  return rows.map((row) => ({
    ...row,
    path: fromStorableText(row.path),
    before: row.before && fromStorableText(row.before),
    after: row.after && fromStorableText(row.after),
  }));
}
