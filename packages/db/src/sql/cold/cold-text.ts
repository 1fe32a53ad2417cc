import { stat } from "node:fs/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { ColdError } from "../../cold/cold-error";
import type { ColdStore } from "../../cold/cold-store";
import { openColdStore } from "../../cold/open-cold-store";
import { hashFile, readParquet, type TextRow } from "../../cold/parquet";
import type { event } from "../../schema/index";
import { COLD_COLUMNS, PLACE_COLUMNS } from "./cold-columns";
import { type ColdFile, type ColdTableName, listStoredFiles } from "./cold-file";

/** Position of a row whose text may have moved. */
export interface ColdPlace {
  occurredAt: Date;
  sourceFileId: number;
  generation: number;
  sequence: number;
  ordinal: number;
}

/** Files whose hash was right, by their place and time of change. */
const checked = new Set<string>();

/**
 * Reads texts that moved to the cold store.
 * @returns a function that returns the text of a place; null without one.
 * @throws ColdError that names a missing or changed file.
 */
export async function readColdTexts(
  db: Database,
  { workspaceId, table, places }: { workspaceId: string; table: ColdTableName; places: readonly ColdPlace[] },
): Promise<(place: ColdPlace) => string | null> {
  const texts = new Map<string, string>();
  if (places.length > 0) {
    const days = [...new Set(places.map(({ occurredAt }) => occurredAt.toISOString().slice(0, 10)))];
    const files = await listStoredFiles(db, { workspaceId, table, days });
    for (const file of files) {
      const ofDay = places.filter(({ occurredAt }) => occurredAt.toISOString().startsWith(file.day));
      const keep = (rows: TextRow[]) => {
        for (const row of rows) texts.set(row.slice(0, -1).join("/"), row.at(-1) ?? "");
      };
      await readColdRows(openColdStore(), file, keep, { places: ofDay });
    }
  }
  return ({ occurredAt, sourceFileId, generation, sequence, ordinal }) =>
    texts.get([occurredAt.getTime() * 1_000, sourceFileId, generation, sequence, ordinal].join("/")) ?? null;
}

/**
 * Fills in the texts of rows that moved to the cold store; other rows stay as they are.
 * @throws ColdError that names a missing or changed file.
 */
export async function fillColdTexts<
  Row extends ColdPlace & { text: string | null; coldBytes: number | null },
>(db: Database, workspaceId: string, rows: readonly Row[], table: ColdTableName = "event"): Promise<Row[]> {
  const places = rows.filter(({ text, coldBytes }) => text === null && coldBytes !== null && coldBytes > 0);
  const textAt = await readColdTexts(db, { workspaceId, table, places });
  return rows.map((row) => ({ ...row, text: row.text ?? textAt(row) }));
}

/**
 * Fills in the texts of rows like {@link fillColdTexts}, for a page that shows the rest if a file cannot be read.
 * @returns the rows, and a sentence about a problem; null without one.
 */
export async function tryColdTexts<Row extends ColdPlace & { text: string | null; coldBytes: number | null }>(
  db: Database,
  workspaceId: string,
  rows: readonly Row[],
  table: ColdTableName = "event",
): Promise<{ rows: readonly Row[]; problem: string | null }> {
  try {
    return { rows: await fillColdTexts(db, workspaceId, rows, table), problem: null };
  } catch (error) {
    if (error instanceof ColdError) return { rows, problem: error.message };
    throw error;
  }
}

/** Returns the bytes of a row's text, in the database or in a file; null without a text. */
export function textBytes({ text, coldBytes }: Pick<typeof event, "text" | "coldBytes">): SQL<number | null> {
  return sql<number | null>`coalesce(octet_length(${text}), nullif(${coldBytes}, 0))`;
}

/**
 * Reads the rows of a file that have a text: their place, and the text last.
 * @throws ColdError that names the file, if it is missing or changed.
 */
export async function readColdRows(
  store: ColdStore,
  file: ColdFile,
  onBatch: (rows: TextRow[]) => Promise<void> | void,
  { places }: { places?: readonly ColdPlace[] } = {},
): Promise<void> {
  const local = await openChecked(store, file);
  const { moved } = COLD_COLUMNS[file.table];
  const columns = [...PLACE_COLUMNS, { name: moved, type: "text" } as const];
  const where = places ? `${matchPlaces(places)} and ${moved} is not null` : `${moved} is not null`;
  await readParquet([local], columns, onBatch, where);
}

/** Returns a local file that has the hash of the record. @throws ColdError */
async function openChecked(store: ColdStore, file: ColdFile): Promise<string> {
  const local = await store.open(file.path);
  if (local === null) throw describeProblem(file, `is missing from ${store.address}`);
  const { mtimeMs, size } = await stat(local);
  const version = [local, mtimeMs, size, file.sha256].join("\n");
  if (!checked.has(version)) {
    const { sha256 } = await hashFile(local);
    if (sha256 !== file.sha256)
      throw describeProblem(file, "was changed: its SHA-256 differs from the record");
    checked.add(version);
  }
  return local;
}

function describeProblem({ path }: ColdFile, problem: string): ColdError {
  return new ColdError(
    `The cold file ${path} ${problem}. Restore it from a backup of the cold store, then run “baton verify”.`,
  );
}

/** The bounds of times come first, because DuckDB skips the parts of a file outside of them. */
function matchPlaces(places: readonly ColdPlace[]): string {
  const times = places.map(({ occurredAt }) => occurredAt.getTime());
  const at = (milliseconds: number) => `make_timestamptz(${milliseconds * 1_000}::bigint)`;
  const names = PLACE_COLUMNS.map(({ name }) => name)
    .slice(1)
    .join(", ");
  const keys = places.map(({ sourceFileId, generation, sequence, ordinal }) =>
    [sourceFileId, generation, sequence, ordinal].map(Number).join(", "),
  );
  return `occurred_at between ${at(Math.min(...times))} and ${at(Math.max(...times))}
    and (${names}) in (${keys.map((key) => `(${key})`).join(", ")})`;
}
