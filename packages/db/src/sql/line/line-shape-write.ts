import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { lineShape } from "../../schema/index";
import { insertRows } from "../statement/insert-rows";
import type { Position } from "./position";

/** A line with unrecognized parts. */
export interface ShapedLine extends Omit<Position, "ordinal"> {
  lineNumber: number;
  toolVersion: string | null;
  unknown: readonly string[];
}

/** Shapes per tool version. Beyond that, keys are data, and `…` counts them together. */
const MAX_SHAPES = 500;
const OTHERS = "key: …";

/**
 * Counts the lines or spans with each unrecognized format. Runs in the transaction that stores the lines, so
 * that they count once.
 * @param lines of one format, in file order; their shapes contain no content.
 */
export async function countLineShapes(
  db: Database,
  { workspaceId, format, lines }: { workspaceId: string; format: string; lines: readonly ShapedLine[] },
): Promise<void> {
  const rows = tally(workspaceId, format, lines);
  if (rows.length === 0) return;
  await insertRows(
    db,
    lineShape,
    await limitShapes(db, rows),
    sql`on conflict (workspace_id, format, tool_version, shape) do update
      set line_count = ${lineShape}.line_count + excluded.line_count, last_seen_at = excluded.last_seen_at`,
  );
}

type Row = typeof lineShape.$inferInsert & { lineCount: number };

function tally(workspaceId: string, format: string, lines: readonly ShapedLine[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { unknown, toolVersion: version, ...place } of lines) {
    const toolVersion = version ?? "";
    for (const shape of unknown) {
      const key = `${toolVersion}\n${shape}`;
      const row = rows.get(key);
      if (row) row.lineCount += 1;
      else rows.set(key, { workspaceId, format, toolVersion, shape, lineCount: 1, ...place });
    }
  }
  // Use the same order for all writers, so that they cannot deadlock.
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

async function limitShapes(db: Database, rows: readonly Row[]): Promise<Row[]> {
  const [first] = rows;
  if (!first) return [];
  const isOfFormat = and(eq(lineShape.workspaceId, first.workspaceId), eq(lineShape.format, first.format));
  const versions = [...new Set(rows.map(({ toolVersion }) => toolVersion))];
  const isOfVersion = and(isOfFormat, inArray(lineShape.toolVersion, versions));
  const counts = await db
    .select({ toolVersion: lineShape.toolVersion, count: count() })
    .from(lineShape)
    .where(isOfVersion)
    .groupBy(lineShape.toolVersion);
  const room = new Map(counts.map((each) => [each.toolVersion, MAX_SHAPES - each.count]));
  const isTight = versions.some((version) => (room.get(version) ?? MAX_SHAPES) < rows.length);
  if (!isTight) return [...rows];
  const stored = await db
    .select({ toolVersion: lineShape.toolVersion, shape: lineShape.shape })
    .from(lineShape)
    .where(isOfVersion);
  const known = new Set(stored.map(({ toolVersion, shape }) => `${toolVersion}\n${shape}`));
  const limited = new Map<string, Row>();
  for (const row of rows) {
    const left = room.get(row.toolVersion) ?? MAX_SHAPES;
    const isKnown = known.has(`${row.toolVersion}\n${row.shape}`);
    const shape = isKnown || left > 0 ? row.shape : OTHERS;
    if (!isKnown && left > 0) room.set(row.toolVersion, left - 1);
    const key = `${row.toolVersion}\n${shape}`;
    const other = limited.get(key);
    if (other) other.lineCount += row.lineCount;
    else limited.set(key, { ...row, shape });
  }
  return [...limited.values()];
}
