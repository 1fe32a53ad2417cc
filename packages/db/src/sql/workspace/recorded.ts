import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { selectRows } from "../statement/rows";

/** Kinds of data that a workspace has ever recorded. Its pages show only those. */
const Recorded = z.object({
  /** Context handoffs with a policy, enforced or observed. */
  scoped: z.boolean(),
  /** Handoffs without fields: delegations, returns, messages, transfers. */
  ungoverned: z.boolean(),
  manifests: z.boolean(),
  tasks: z.boolean(),
  compactions: z.boolean(),
  modelCalls: z.boolean(),
});
export type Recorded = z.infer<typeof Recorded>;

/** Returns what a workspace has ever recorded. */
export async function getRecorded(db: Database, { workspaceId }: { workspaceId: string }): Promise<Recorded> {
  const has = (table: string) =>
    sql`exists (select from ${sql.identifier(table)} where workspace_id = ${workspaceId})`;
  const [recorded] = await selectRows(
    db,
    Recorded,
    sql`select ${has("savings_by_workspace")} as scoped, ${has("ungoverned_by_pair")} as ungoverned,
      ${has("manifest")} as manifests, ${has("task_attempt")} as tasks,
      ${has("compactions_by_agent")} as compactions, ${has("message_usage")} as "modelCalls"`,
  );
  if (!recorded) throw new Error("The query of what a workspace recorded returned no row.");
  return recorded;
}
