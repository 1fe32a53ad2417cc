import { and, asc, desc, eq } from "drizzle-orm";
import type { Database } from "../../client";
import { lineShape, sourceFile } from "../../schema/index";

/** Lists the unrecognized formats of a workspace by tool and version, most frequent first. */
export async function listLineShapes(
  db: Database,
  { workspaceId, limit }: { workspaceId: string; limit: number },
) {
  const rows = await db
    .select({ shape: lineShape, path: sourceFile.path })
    .from(lineShape)
    .leftJoin(
      sourceFile,
      and(
        eq(sourceFile.workspaceId, lineShape.workspaceId),
        eq(sourceFile.sourceFileId, lineShape.sourceFileId),
      ),
    )
    .where(eq(lineShape.workspaceId, workspaceId))
    .orderBy(
      asc(lineShape.format),
      desc(lineShape.toolVersion),
      desc(lineShape.lineCount),
      asc(lineShape.shape),
    )
    .limit(limit);
  return rows.map(({ shape: { workspaceId: _, ...shape }, path }) => ({ ...shape, path }));
}
