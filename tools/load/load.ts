import { countTokens } from "@baton/core/tokens";
import { connect, ensurePartitions } from "@baton/db";
import { ensureWorkspace, registerSource } from "@baton/db/write";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import {
  FILL_PAIRS,
  FILL_TEXTS,
  MAKE_HANDOFFS,
  MAKE_LINES,
  MAKE_SESSIONS,
  PREPARE,
  STORE,
} from "./statements";
import { createPairs, type PlannedDay, planDays, planSessions } from "./traffic";

/** Enough memory for the rows of a day. */
const ROOMY = "-c TimeZone=UTC -c temp_buffers=256MB -c work_mem=256MB";

const TEXTS = [
  [
    "Review the change for races, and say what you would block on.",
    "Two races: the cache is filled twice, and the lock is left on an error.",
  ],
  [
    "Write the tests that are missing for the parser of dates.",
    "Added 14 tests; the one for a leap second fails, and rightly so.",
  ],
  [
    "Find out which tables grow without bound, and why.",
    "Three: nothing deletes from sessions, mails and exports once they are old.",
  ],
  [
    "Describe the module for a newcomer, in one page.",
    "It reads a queue, groups what belongs together, and writes once a second.",
  ],
].map(([prompt = "", reply = ""], place) => ({
  place,
  prompt,
  reply,
  prompt_tokens: countTokens(prompt),
  reply_tokens: countTokens(reply),
}));

export interface Load {
  /** Counts all kinds, with returns of calls. */
  handoffs: number;
  days: number;
  /** The end of the period in milliseconds since 1970; a whole hour. */
  end: number;
  seed: number;
  workspaceId: string;
  /** Number of days to create at once. */
  connections: number;
}

/** A day that is stored. */
export interface LoadedDay extends PlannedDay {
  sessions: number;
}

/**
 * Fills a migrated database with handoffs of a period, as if ingest had read them line by line: the lines,
 * the rows derived from each, and all totals. Equal settings give equal rows. A day is a transaction: after
 * an interruption, the next run adds the missing days, and a complete load stays unchanged.
 *
 * @param url `postgres://…`
 * @param onDay receives each added day.
 * @throws if the workspace contains a load with other settings.
 */
export async function loadHandoffs(
  url: string,
  load: Load,
  onDay: (day: LoadedDay) => void = () => {},
): Promise<void> {
  const days = planDays(load.handoffs, load);
  const sourceId = await prepareWorkspace(url, load, days);
  const waiting = days.values();
  const work = Array.from({ length: load.connections }, () =>
    loadDays(url, load, waiting, { sourceId, onDay }),
  );
  await Promise.all(work);
}

/** Loads days on a separate connection until none is left; several calls can share the same days. */
async function loadDays(
  url: string,
  load: Load,
  waiting: Iterable<PlannedDay>,
  { sourceId, onDay }: { sourceId: number; onDay: (day: LoadedDay) => void },
): Promise<void> {
  const client = new Client({ connectionString: url, options: ROOMY });
  try {
    await client.connect();
    for (const statement of PREPARE(load.seed)) await client.query(statement);
    await client.query(FILL_PAIRS, [JSON.stringify(createPairs(load.seed))]);
    await client.query(FILL_TEXTS, [JSON.stringify(TEXTS)]);
    await client.query("analyze load_pair; analyze load_leaf; analyze load_text");
    for (const day of waiting) {
      await client.query("begin");
      const sessions = await loadDay(client, load, day, sourceId);
      await client.query("commit");
      if (sessions !== null) onDay({ ...day, sessions });
    }
  } finally {
    await client.end();
  }
}

async function prepareWorkspace(url: string, load: Load, days: readonly PlannedDay[]): Promise<number> {
  const { handoffs, end, seed, workspaceId } = load;
  const { db, close } = connect(url, { max: 1 });
  try {
    await ensureWorkspace(db, { workspaceId });
    await ensurePartitions(
      db,
      days.map(({ start }) => new Date(start)),
    );
    const { rows: known } = await db.execute<{ root: string }>(
      sql`select root from source where workspace_id = ${workspaceId} and root like 'http:load %'`,
    );
    const root = `http:load ${JSON.stringify({ handoffs, days: load.days, end: new Date(end), seed })}`;
    const other = [...known].find((each) => each.root !== root);
    if (other) throw new Error(`The workspace ${workspaceId} holds another load already: ${other.root}`);
    return await registerSource(db, { workspaceId, root, kind: "http" });
  } finally {
    await close();
  }
}

/**
 * Creates the rows of a day.
 *
 * @returns the number of its sessions; null if they exist already.
 */
async function loadDay(
  client: Client,
  { seed, workspaceId }: Load,
  day: PlannedDay,
  sourceId: number,
): Promise<number | null> {
  const place = [workspaceId, sourceId, `http:load ${day.day} `];
  const files = await client.query(
    `insert into source_file (workspace_id, source_id, path, format)
    select $1, $2, $3 || format, format
    from unnest(array['session', 'claude-code']) format
    where not exists (select 1 from source_file where workspace_id = $1 and source_id = $2 and path = $3 || format)
    returning 1`,
    place,
  );
  if (files.rows.length === 0) return null;
  const sessions = planSessions(day, seed);
  await client.query(
    `create temporary table load_file on commit drop as
    select workspace_id, source_file_id, format from source_file
    where workspace_id = $1 and source_id = $2 and starts_with(path, $3)`,
    place,
  );
  await client.query(MAKE_SESSIONS, [JSON.stringify(sessions)]);
  await client.query(MAKE_HANDOFFS, [day.firstNumber]);
  await client.query("analyze load_handoff");
  await client.query(MAKE_LINES);
  await client.query("analyze load_line");
  for (const statement of STORE) await client.query(statement);
  return sessions.length;
}
