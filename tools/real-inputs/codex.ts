import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ingestPaths } from "@baton/ingest/pipeline";
import type { Checks } from "./checks";
import type { RealDatabase } from "./real-database";

/** Stored rows of a folder, one line each, by time. */
interface Golden {
  /** `input+cache write+cache read+output`, with the session, the agent and the day. */
  calls?: string[];
  handoffs?: string[];
  compactions?: string[];
  /** The session, its parent, and a hash of its title. */
  sessions?: string[];
}

const A = "019d0000-0000-7000-8000-00000000000a";
const B = "019d0000-0000-7000-8000-00000000000b";
const MODEL = "gpt-5.5-codex";
const [MAIN, HARVEY, ARENDT] = [
  "01a21235-865a-7920-821d-1a145ae9168a",
  "01a21235-871a-75a0-9dcb-dddeadb36175",
  "01a21235-878f-76f3-8c8a-308e3c99cf95",
];
const RECORDED = "gpt-5.2-codex 2026-11-25";

const FOLDERS: Record<string, Golden> = {
  "clients/codex-0.169": {
    sessions: [`${MAIN} - 3c181375`, `${HARVEY} ${MAIN} 0e5d7571`, `${ARENDT} ${MAIN} 92246c83`],
    calls: [
      `${MAIN} main ${RECORDED} 501+0+1500+101`,
      `${MAIN} main ${RECORDED} 502+0+1500+102`,
      `${HARVEY} default ${RECORDED} 503+0+1500+103`,
      `${MAIN} main ${RECORDED} 504+0+1500+104`,
      `${MAIN} main ${RECORDED} 505+0+1500+105`,
      `${ARENDT} explorer ${RECORDED} 506+0+1500+106`,
      `${MAIN} main ${RECORDED} 1860+0+1500+1460`,
    ],
    handoffs: [
      "delegation main → default",
      "delegation main → explorer",
      "return default → main",
      "return explorer → main",
    ],
  },
  "cases/01-codex-fork-replay": {
    calls: [
      `${A} main ${MODEL} 2026-09-01 1000+0+0+100`,
      `${A} main ${MODEL} 2026-09-01 600+0+900+150`,
      `${B} main ${MODEL} 2026-09-01 500+0+1500+150`,
    ],
  },
  "cases/03-codex-token-usage-record": { calls: [`${A} main ${MODEL} 2026-09-01 500+0+1500+40`] },
  "cases/04-codex-zst": {
    calls: [`${A} main ${MODEL} 2026-09-01 1000+0+0+100`, `${A} main ${MODEL} 2026-09-01 600+0+900+150`],
  },
  "cases/25-codex-inter-agent": {
    handoffs: ["delegation main → count_tests", "message main → count_tests", "return count_tests → main"],
  },
  "cases/28-codex-large-compacted": { compactions: ["240000 → 10000"] },
  "cases/35-codex-repeat-next-day": {
    calls: [`${A} main ${MODEL} 2026-09-01 1000+0+0+100`, `${A} main ${MODEL} 2026-09-01 600+0+900+150`],
  },
  "cases/36-codex-exec-json": { sessions: [`${A} - -`] },
  "cases/39-case-trace-events": {
    sessions: ["CASE_1 - -", "CASE_2 - -"],
    handoffs: ["transfer entity-agent → coordinator", "transfer entity-agent → coordinator"],
  },
  "cases/43-codex-compaction-sizes": { compactions: ["240000 → 11000"] },
  "cases/44-codex-paginated-history": { sessions: [`${A} - 429d36de`], compactions: ["- → -"] },
  "cases/47-return-meta-phase-list": { handoffs: ["return implementer → implement"] },
};

const KINDS = ["sessions", "calls", "handoffs", "compactions"] as const;

const QUERIES: Record<(typeof KINDS)[number], string> = {
  sessions: `session_id || ' ' || coalesce(parent_session_id, '-') || ' ' || coalesce(left(md5(title), 8), '-') as text
    from session where workspace_id = '$' order by started_at, session_id`,
  calls: `session_id || ' ' || agent || ' ' || coalesce(model, '-') || ' ' || to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD')
      || ' ' || input_tokens || '+' || cache_creation_tokens || '+' || cache_read_tokens || '+' || output_tokens as text
    from message_usage where workspace_id = '$' order by occurred_at, sequence`,
  handoffs: `kind || ' ' || from_agent || ' → ' || to_agent as text
    from handoff where workspace_id = '$' order by occurred_at, sequence`,
  compactions: `coalesce(before_tokens::text, '-') || ' → ' || coalesce(after_tokens::text, '-') as text
    from compaction where workspace_id = '$' order by occurred_at`,
};

/** Compares the stored rows of Codex rollouts, unusual events and documents with their content. */
export async function checkCodex(checks: Checks, { db, rows }: RealDatabase, inputs: string): Promise<void> {
  console.log("\nCodex, and odd shapes");
  for (const [folder, golden] of Object.entries(FOLDERS)) {
    const path = join(inputs, folder);
    if (!existsSync(path)) {
      checks.skip(folder, "the folder is not there");
      continue;
    }
    const made = existsSync(join(path, "make.sh")) ? buildInputs(join(path, "make.sh")) : null;
    const workspaceId = `codex ${folder}`;
    const { files } = await ingestPaths({ db, workspaceId, paths: [made ?? path], storesContent: true });
    if (made) rmSync(made, { recursive: true });
    checks.equal(
      `${folder}: quarantined lines`,
      files.reduce((sum, { quarantinedCount }) => sum + quarantinedCount, 0),
      0,
    );
    for (const what of KINDS) {
      const expected = golden[what];
      if (!expected) continue;
      const found = await rows(`select ${QUERIES[what].replace("$", workspaceId)}`);
      checks.equal(
        `${folder}: ${what}`,
        found.map(({ text }) => text),
        expected,
      );
    }
  }
}

/** Runs the script that creates very large inputs, in a separate folder. */
function buildInputs(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), "baton-codex-"));
  execFileSync("sh", [script], { cwd: folder });
  return folder;
}
