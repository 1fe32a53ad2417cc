import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readClaudeCodeLine } from "@baton/core/session";
import type { Checks } from "./checks";
import type { RealDatabase } from "./real-database";

const FOLDER = ["spotter", "test", "fixtures", "transcripts"];

/** The two long sessions: the content of their files, counted by other means. */
const SESSIONS = [
  {
    id: "258c7280-ae70-4798-800f-63464d01a85d",
    title: "Implement spotter-gqc",
    events: 1_851,
    calls: 152,
    cacheReadTokens: 14_771_617,
    outputTokens: 38_899,
    subagent: "claude-code-guide",
    call: { before_tokens: 52_587, after_tokens: 89 },
    return: { before_tokens: 43_179, after_tokens: 888 },
    compaction: { trigger: "auto", before_tokens: 167_094, after_tokens: null, has_summary: true },
    /** The total over lines instead of calls. */
    cacheReadTokensOfLines: 26_096_314,
  },
  {
    id: "8463c716-a2ea-4c14-9efa-87158ebd9f20",
    title: "Work on bead spotter-fum. Run bd show spotter-fum to see the",
    events: 1_720,
    calls: 143,
    cacheReadTokens: 15_740_561,
    outputTokens: 40_320,
    subagent: "Explore",
    call: { before_tokens: 79_265, after_tokens: 132 },
    return: { before_tokens: 30_610, after_tokens: 1_264 },
    compaction: { trigger: "auto", before_tokens: 167_731, after_tokens: null, has_summary: true },
    cacheReadTokensOfLines: 28_397_747,
  },
];

/** Compares the database with the files of the four transcripts. */
export async function checkTranscripts(
  checks: Checks,
  { rows }: RealDatabase,
  inputs: string,
): Promise<void> {
  const inSpotter = "workspace_id = 'spotter'";
  console.log("\nspotter, session by session");
  const [{ count } = {}] = await rows(`select count(*) from session where ${inSpotter}`);
  checks.equal("sessions", count, 4);
  for (const session of SESSIONS) {
    const name = session.id.slice(0, 8);
    const inSession = `${inSpotter} and session_id = '${session.id}'`;
    const [row] = await rows(
      `select left(title, 60) as title, event_count, delegation_count, handoff_count, compaction_count, before_tokens
        from session where ${inSession}`,
    );
    checks.equal(`${name}: row`, row, {
      title: session.title,
      event_count: session.events,
      before_tokens: 0,
      delegation_count: 1,
      handoff_count: 2,
      compaction_count: 1,
    });
    const [usage] = await rows(
      `select count(*) as calls, sum(cache_read_tokens) as cache_read, sum(output_tokens) as output
        from message_usage where ${inSession} and agent = 'main'`,
    );
    checks.equal(`${name}: calls of the main agent`, usage?.calls, session.calls);
    checks.equal(`${name}: cache-read tokens of the main agent`, usage?.cache_read, session.cacheReadTokens);
    checks.equal(`${name}: output tokens of the main agent`, usage?.output, session.outputTokens);
    const lines = readUsage(join(inputs, ...FOLDER, `${session.id}.jsonl`));
    checks.equal(`${name}: cache-read tokens, were lines added up`, lines, session.cacheReadTokensOfLines);
    checks.equal(
      `${name}: handoffs`,
      await rows(
        `select kind, from_agent, to_agent, before_tokens, after_tokens, measure_before, measure_after, saved_tokens, mode
          from handoff where ${inSession} order by occurred_at`,
      ),
      [
        { kind: "delegation", from_agent: "main", to_agent: session.subagent, ...session.call, ...MEASURES },
        { kind: "return", from_agent: session.subagent, to_agent: "main", ...session.return, ...MEASURES },
      ],
    );
    checks.equal(
      `${name}: compaction`,
      await rows(
        `select trigger, before_tokens, after_tokens, summary is not null as has_summary from compaction where ${inSession}`,
      ),
      [session.compaction],
    );
  }
  checks.equal(
    "a delegation is not a saving",
    await rows(`select 1 from savings_by_pair where ${inSpotter}`),
    [],
  );
}

const MEASURES = { measure_before: "provider", measure_after: "counted", saved_tokens: null, mode: null };

/** Returns the usage counted by a reader that treats each line as a call. */
function readUsage(path: string): number {
  let sum = 0;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const read = line === "" ? null : readClaudeCodeLine(JSON.parse(line));
    if (read?.ok) for (const { usage } of read.records) sum += usage?.cacheReadTokens ?? 0;
  }
  return sum;
}
