import { join } from "node:path";
import { ContextHandoffEvent } from "@baton/core";
import {
  HandoffManifest,
  ManifestSources,
  manifestTokens,
  standsInLines,
  validateManifest,
} from "@baton/core/manifest";
import {
  AgentHandoffEvent,
  ArtifactReadEvent,
  CompactionEvent,
  readClaudeCodeLine,
  readSessionEvent,
  type SessionRecord,
  WorkflowCompleteEvent,
} from "@baton/core/session";
import { countTokens } from "@baton/core/tokens";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MILLISECONDS } from "./calendar";
import { generateSample } from "./generate";
import { CLOSED_DAYS_AGO, WIDENED_DAYS_AGO } from "./policies";
import type { SampleFile } from "./sample-file";

const TODAY = "2026-11-22";
const dataFolder = join(import.meta.dirname, "..", "data");
const MIDNIGHT = Date.parse(`${TODAY}T00:00:00Z`);
/** Ends a hung test. */
const PATIENCE_MILLISECONDS = 120_000;

let files: SampleFile[];
let handoffs: ContextHandoffEvent[];
let compactions: CompactionEvent[];

beforeAll(async () => {
  files = await generateSample({ seed: 1, today: TODAY, dataFolder });
  const events = readSessions().map(({ event }) => event);
  handoffs = events.flatMap((event) => ContextHandoffEvent.safeParse(event).data ?? []);
  compactions = events.flatMap((event) => CompactionEvent.safeParse(event).data ?? []);
}, PATIENCE_MILLISECONDS);

function linesOf(file: SampleFile): string[] {
  return file.content.split("\n").filter((line) => line !== "");
}

function filesBelow(folder: string): SampleFile[] {
  return files.filter((file) => file.path.startsWith(`${folder}/`));
}

function sessionFiles(): SampleFile[] {
  return filesBelow("sessions").filter(({ path }) => path.endsWith(".jsonl"));
}

/** Leaves out the handoffs of the service desk, whose rules have tests of their own. */
function ofClaims(events: readonly ContextHandoffEvent[]): ContextHandoffEvent[] {
  return events.filter(({ workflow_id }) => !workflow_id?.includes("-desk-"));
}

/** Returns every line of every session file; `event` is null if the line is not JSON. */
function readSessions(): { line: string; event: { event_type: string; timestamp: string } | null }[] {
  return sessionFiles().flatMap((file) =>
    linesOf(file).map((line) => {
      try {
        return { line, event: JSON.parse(line) };
      } catch {
        return { line, event: null };
      }
    }),
  );
}

function readTranscripts(): SessionRecord[] {
  return filesBelow("transcripts").flatMap((file) =>
    linesOf(file).flatMap((line) => {
      const result = readClaudeCodeLine(JSON.parse(line));
      return result.ok ? result.records : [];
    }),
  );
}

function shareSaved(events: readonly ContextHandoffEvent[]): number {
  const before = events.reduce((sum, event) => sum + event.context_before_scoping.total_tokens, 0);
  return (100 * events.reduce((sum, event) => sum + event.tokens_saved, 0)) / before;
}

describe("the sample", () => {
  it(
    "is equal, byte for byte, for the same seed and day",
    async () => {
      expect(await generateSample({ seed: 1, today: TODAY, dataFolder })).toEqual(files);
    },
    PATIENCE_MILLISECONDS,
  );

  it("has unique paths, all of them inside its folder", () => {
    const paths = files.map((file) => file.path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => path.startsWith("/") || path.split("/").includes(".."))).toEqual([]);
  });

  it("has 10,000 handoffs, and claims on all of the last 30 days but one", () => {
    expect(handoffs.length).toBeGreaterThanOrEqual(10_000);
    const days = new Set(ofClaims(handoffs).map((event) => event.timestamp?.slice(0, 10)));
    const period = new Date(MIDNIGHT - 29 * DAY_MILLISECONDS).toISOString().slice(0, 10);
    expect([...days].filter((day) => (day ?? "") >= period)).toHaveLength(29);
  });

  it("covers the 75 days up to some minutes after midnight, and nothing in the future", () => {
    const times = readSessions().map(({ event }) => (event ? Date.parse(event.timestamp) : MIDNIGHT));
    const first = times.reduce((least, time) => Math.min(least, time));
    expect(first).toBeGreaterThanOrEqual(MIDNIGHT - 74 * DAY_MILLISECONDS);
    expect(first).toBeLessThan(MIDNIGHT - 73 * DAY_MILLISECONDS);
    expect(times.reduce((most, time) => Math.max(most, time))).toBeLessThan(MIDNIGHT + 20 * 60_000);
  });

  it("keeps the contexts of its last claims", () => {
    const hashes = handoffs.flatMap(({ context_sha256 }) => context_sha256 ?? []);
    expect(hashes.length).toBeGreaterThan(10);
    const names = filesBelow("sessions/contexts").map(({ path }) => path.replace(/^.*\/|\.json$/g, ""));
    expect(new Set(names)).toEqual(new Set(hashes));
  });
});

describe("the sessions of the sample", () => {
  it("are readable line by line, except one truncated line", () => {
    const torn = readSessions().filter(({ event }) => event === null);
    expect(torn).toHaveLength(1);
    for (const { line, event } of readSessions()) {
      if (event) expect(readSessionEvent(event), line).toMatchObject({ ok: true });
    }
  });

  it("have a title, a policy and an end", () => {
    for (const file of sessionFiles()) {
      const events = linesOf(file).join("\n");
      expect(events, file.path).toMatch(/"event_type":"session_start".*"title":"/);
      expect(events, file.path).toContain('"event_type":"policy_seen"');
      expect(events, file.path).toContain('"event_type":"session_end"');
    }
  });

  it("contain compactions with counted sizes, and failures of agents", () => {
    expect(compactions).toHaveLength(8);
    for (const compaction of compactions) {
      expect(compaction.after_tokens).toBeGreaterThan(countTokens(compaction.summary ?? ""));
      expect(compaction.before_tokens).toBeGreaterThan(2 * (compaction.after_tokens ?? Number.NaN));
    }
    const failures = readSessions().filter(({ event }) => event?.event_type === "agent_error");
    expect(failures.filter(({ line }) => !line.includes("-desk-"))).toHaveLength(4);
  });
});

describe("the handoffs of the sample", () => {
  const enforced = (ruleId: string) =>
    handoffs.filter((event) => event.governance_rule_id === ruleId && event.scoping_state === "scoped");

  it.each([
    ["fraud_to_recommendation", 60, 80],
    ["coverage_to_severity", 40, 60],
    ["severity_to_recommendation", 40, 60],
    ["intake_to_all", 0, 0],
    ["all_to_explainability", 0, 0],
  ])("save with %s between %i and %i percent", (ruleId, least, most) => {
    const share = shareSaved(enforced(ruleId));
    expect(enforced(ruleId).length).toBeGreaterThan(10);
    expect(share).toBeGreaterThanOrEqual(least);
    expect(share).toBeLessThanOrEqual(most);
  });

  it("save 30 to 50 percent in claims", () => {
    const share = shareSaved(ofClaims(handoffs).filter((event) => event.scoping_state === "scoped"));
    expect(share).toBeGreaterThan(30);
    expect(share).toBeLessThan(50);
  });

  it("save less from fraud to recommendation after the rule was widened", () => {
    const widenedAt = new Date(MIDNIGHT - WIDENED_DAYS_AGO * DAY_MILLISECONDS).toISOString();
    const events = enforced("fraud_to_recommendation");
    const earlier = events.filter((event) => (event.timestamp ?? "") < widenedAt);
    const later = events.filter((event) => (event.timestamp ?? "") >= widenedAt);
    expect(new Set(earlier.map((event) => event.policy_version)).size).toBe(1);
    expect(new Set(later.map((event) => event.policy_version)).size).toBe(2);
    expect(earlier[0]?.policy_version).not.toBe(later[0]?.policy_version);
    expect(shareSaved(later)).toBeLessThan(shareSaved(earlier) - 5);
  });

  it("save less from account to billing since the customer system returns more, and fail more often", () => {
    const changedAt = new Date(MIDNIGHT - WIDENED_DAYS_AGO * DAY_MILLISECONDS).toISOString();
    const events = enforced("account_to_billing");
    const isLate = ({ timestamp }: { timestamp?: string | null | undefined }) =>
      (timestamp ?? "") >= changedAt;
    const [early, late] = [events.filter((event) => !isLate(event)), events.filter(isLate)];
    expect(shareSaved(early)).toBeGreaterThan(55);
    expect(shareSaved(late)).toBeLessThan(shareSaved(early) - 20);
    const sizes = (some: readonly ContextHandoffEvent[]) =>
      some
        .flatMap(({ outline }) => outline ?? [])
        .filter(({ path }) => path.includes("account_history"))
        .map(({ tokens }) => tokens);
    expect(Math.min(...sizes(late))).toBeGreaterThan(3 * Math.max(...sizes(early)));
    const retries = (some: readonly ContextHandoffEvent[]) =>
      some.length / new Set(some.map(({ session_id }) => session_id)).size;
    expect(retries(late)).toBeGreaterThan(retries(early) + 0.02);
  });

  it("are observed in only three sessions of the first week, and enforced on every day", () => {
    const observed = handoffs.filter((event) => event.scoping_state === "observed");
    expect(new Set(observed.map((event) => event.session_id)).size).toBe(3);
    const firstWeek = new Date(MIDNIGHT - 22 * DAY_MILLISECONDS).toISOString();
    expect(observed.every((event) => (event.timestamp ?? "") < firstWeek)).toBe(true);
    const scoped = ofClaims(handoffs).filter((event) => event.scoping_state === "scoped");
    const period = new Date(MIDNIGHT - 29 * DAY_MILLISECONDS).toISOString().slice(0, 10);
    const days = new Set(scoped.map((event) => event.timestamp?.slice(0, 10) ?? ""));
    expect([...days].filter((day) => day >= period)).toHaveLength(29);
  });

  it("include some pairs without a rule", () => {
    const pairs = handoffs.filter((event) => event.governance_rule_id === null);
    expect(
      new Set(pairs.map((event) => `${event.from_agent_id} > ${event.to_agent_id}`)).size,
    ).toBeGreaterThan(3);
    expect(pairs.every((event) => event.handoff_mode === "scoped")).toBe(true);
  });

  it("lack the blocked fields, including nested ones and those in observations and input", () => {
    const removed = new Set(
      enforced("severity_to_recommendation").flatMap((event) => event.fields_filtered ?? []),
    );
    expect([...removed]).toEqual(
      expect.arrayContaining([
        "severity_agent.internal_notes",
        "severity_agent.complexity_analysis_details",
        "severity_agent.estimated_cost.lines[].internal_notes",
        "observations[].result[].internal_notes",
        "original_input.internal_notes",
      ]),
    );
  });

  it("include a leak of a withheld field until the policy blocks it", () => {
    const closedAt = new Date(MIDNIGHT - CLOSED_DAYS_AGO * DAY_MILLISECONDS).toISOString();
    const back = handoffs.filter(
      (event) =>
        event.from_agent_id === "explainability_agent" && event.to_agent_id === "recommendation_agent",
    );
    expect(back.length).toBeGreaterThan(0);
    for (const event of back) {
      const path = "explainability_agent.evidence[].internal_notes";
      const entry = event.outline?.find((one) => one.path === path);
      expect(entry?.cause).toBe((event.timestamp ?? "") < closedAt ? undefined : "blocked");
      expect(entry?.tokens).toBeGreaterThan(0);
    }
  });
});

describe("the artifacts of the sample", () => {
  it("have handoffs of 450, 1,370 and 580 tokens: 2,400 in total", () => {
    const sizes = filesBelow("artifacts")
      .filter((file) => /\/(?:top-down-analyzer|backend-architect)\/.*\/manifest\.json$/.test(file.path))
      .map((file) => {
        const manifest = HandoffManifest.parse(JSON.parse(file.content));
        const reading = (manifest.required_reading ?? []).map(({ file: name }) => {
          const path = `${manifest.artifacts_directory}${name}`;
          return countTokens(files.find((one) => one.path === path)?.content ?? "");
        });
        return manifestTokens(JSON.parse(file.content)) + reading.reduce((sum, tokens) => sum + tokens, 0);
      });
    expect(sizes).toEqual([450, 1_370, 580]);
  });

  it("are recorded by the session of their handoffs, with the totals of the workflow", () => {
    const events = readSessions().flatMap(({ event }) => (event ? [event] : []));
    expect(
      events.flatMap((event) => AgentHandoffEvent.safeParse(event).data?.context_budget?.total_tokens ?? []),
    ).toEqual([450, 1_370, 580]);
    const [complete, ...others] = events.flatMap(
      (event) => WorkflowCompleteEvent.safeParse(event).data ?? [],
    );
    expect(others).toEqual([]);
    expect(complete).toMatchObject({
      success: true,
      agents_executed: ["top-down-analyzer", "backend-architect", "security-auditor", "qa-specialist"],
      context_efficiency: {
        total_handoff_tokens: 2_400,
        avg_tokens_per_handoff: 800,
        max_utilization_pct: 13.7,
      },
    });
    const reads = events.flatMap((event) => ArtifactReadEvent.safeParse(event).data ?? []);
    expect(reads.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(2_400);
    const paths = files.map((file) => file.path);
    expect(reads.filter(({ path }) => !paths.includes(path))).toEqual([]);
  });

  it("include every file that a manifest names", () => {
    const paths = files.map((file) => file.path);
    for (const file of filesBelow("artifacts").filter((one) => one.path.endsWith("/manifest.json"))) {
      const manifest = JSON.parse(file.content);
      for (const name of manifest.detail_files) {
        const prefix = `${manifest.artifacts_directory}${name.replace("*", "")}`;
        expect(
          paths.some((path) => path.startsWith(prefix)),
          prefix,
        ).toBe(true);
      }
    }
  });
});

describe("the regular runs of the sample", () => {
  const findingsOf = (agent: string) =>
    filesBelow(`artifacts/${agent}`)
      .filter((file) => file.path.endsWith("/manifest.json"))
      .map((file) => validateManifest(JSON.parse(file.content)).map(({ code }) => code));

  it("include six valid reviews, with each text at its stated source", () => {
    expect(findingsOf("systems-architect")).toEqual([[], [], [], [], [], []]);
    for (const file of filesBelow("artifacts").filter(({ path }) => path.endsWith("manifest.sources.json"))) {
      const { items } = ManifestSources.parse(JSON.parse(file.content));
      const review = files.find(
        ({ path }) => path === file.path.replace("manifest.sources.json", "review.md"),
      );
      expect(items.length).toBeGreaterThan(5);
      for (const item of items) {
        if (item.origin !== "source") continue;
        const { startLine, endLine } = item.source;
        expect(standsInLines(item.text, review?.content ?? "", startLine, endLine), item.text).toBe(true);
      }
    }
  });

  it("include a manifest that is too large, one near the limit, and one without its required reading", () => {
    const found = findingsOf("frontend-developer");
    expect(found).toEqual([[], [], [], [], ["manifest_too_large"], ["manifest_near_limit"]]);
    const leftOut = filesBelow("artifacts/frontend-developer")
      .filter(({ path }) => path.endsWith("/manifest.json"))
      .map(({ path }) => path.replace("manifest.json", "contract.md"))
      .filter((path) => !files.some((file) => file.path === path));
    expect(leftOut).toEqual([expect.stringContaining("repair-shop")]);
  });
});

describe("the transcripts of the sample", () => {
  it("contain subagent calls and their results", () => {
    const kinds = readTranscripts().flatMap(({ handoff }) => (handoff ? [handoff] : []));
    const delegations = kinds.filter(({ kind }) => kind === "delegation");
    const returns = kinds.filter(({ kind }) => kind === "return");
    expect(delegations).toHaveLength(5);
    expect(returns).toHaveLength(5);
    for (const { beforeTokens, afterTokens } of kinds) {
      expect(beforeTokens).toBeGreaterThan(10_000);
      expect(afterTokens).toBeGreaterThan(20);
    }
  });

  it("contain two compactions, one without a recorded size", () => {
    const sizes = readTranscripts().flatMap(({ compaction }) => compaction ?? []);
    expect(sizes.map(({ trigger }) => trigger)).toEqual(["manual", "auto"]);
    expect(sizes[0]?.afterTokens).toBeGreaterThan(15_000);
    expect(sizes[1]?.beforeTokens).toBeGreaterThan(120_000);
    expect(sizes[1]?.beforeTokens).toBeLessThan(190_000);
    expect(sizes[1]?.afterTokens).toBeNull();
  });
});
