import { describe, expect, it } from "vitest";
import { DEFAULT_BUDGET_LIMITS } from "../budget/limits";
import { MAX_SUMMARY_TOKENS } from "../compaction/compact-phase";
import { SUGGESTION_LIMITS } from "../compaction/suggest-compaction";
import { EXHAUSTION_LIMITS, PartialResult } from "../handoff-document/exhaustion";
import { parseFeatureList } from "../handoff-document/feature-list";
import { parseHandoffDocument } from "../handoff-document/parse-handoff-document";
import { readPartialProgress } from "../handoff-document/phase-result";
import { findPlaceholders } from "../handoff-document/placeholders";
import { parseProgress } from "../handoff-document/progress";
import { MAX_CRITICAL_CONTEXT, MAX_LINES, MAX_TOKENS, MIN_SCORE } from "../handoff-document/score-handoff";
import { validateHandoff } from "../handoff-document/validate-handoff";
import { HandoffManifest } from "../manifest/manifest";
import { lintPolicy } from "../policy/lint-policy";
import { parsePolicy } from "../policy/parse-policy";
import { parseSwitch } from "../policy/policy-switch";
import { policyVersion } from "../policy/policy-version";
import { TASK_LIMITS, TaskHandoff } from "../task/task-handoff";
import { POLICY_TEMPLATE, SWITCH_TEMPLATE, TEMPLATES } from "./index";

const NOBODY = { findSecrets: () => [] };

function check(markdown: string) {
  const { findings, score } = validateHandoff(markdown, {
    secrets: NOBODY,
    files: new Map(),
    staleness: "FRESH",
  });
  return { codes: [...new Set(findings.map(({ code }) => code))], score: score.total };
}

/** Replaces each placeholder as an agent would. */
const FILLED: Readonly<Record<string, string>> = {
  "{task}": "42",
  "{phase}": "3",
  "{time, ISO 8601}": "2026-03-01T10:00:00Z",
  "{git rev-parse HEAD}": "1a2b3c4",
  "{git branch --show-current}": "main",
  "{task and phase}": "Task 42 Phase 3",
  "{the one step that comes next}": "Fix the off-by-one error in `nextPage`.",
  "{n}": "88",
  "{what works and what does not yet}": "The first page is right, the last one is empty",
  "{decision}": "Pages count from 1",
  "{why it was made}": "the old links do",
  "{what was tried}": "Rounding up",
  "{why it failed}": "it gives an empty page",
  "{a fact that the successor cannot find out alone}": "`total` may be null",
  "{what it is}": "Plan",
  "{path}": "src/pager.ts",
};

describe("the handoff template", () => {
  it("is reported as unfilled, and has no other finding", () => {
    const { codes, score } = check(TEMPLATES.handoff.render());
    expect([codes.sort(), score]).toEqual([["low_quality", "placeholder"], 0]);
  });

  it("scores 100 once it is filled in", () => {
    const filled = TEMPLATES.handoff.render().replaceAll(/\{[^}]+\}/g, (place) => FILLED[place] ?? place);
    expect(check(filled)).toEqual({ codes: [], score: 100 });
    expect(parseHandoffDocument(filled).document.frontMatter).toMatchObject({
      task: "42",
      commit: "1a2b3c4",
    });
  });
});

describe("the templates", () => {
  it("include an index with the sections that the handoff template requires", () => {
    const text = TEMPLATES.index.render();
    expect(text.match(/^## .+$/gm)).toEqual([
      "## Quick Start (read this first)",
      "## If You Get Stuck",
      "## Do NOT",
    ]);
    expect(findPlaceholders(text)).toContain("{the one step that comes next}");
  });

  it("include progress that parseProgress accepts", () => {
    expect(parseProgress(TEMPLATES.progress.render())).toMatchObject({ ok: true, progress: { phase: 1 } });
  });

  it("include a manifest, a task, a feature list and a phase result that Baton reads", () => {
    expect(HandoffManifest.safeParse(JSON.parse(TEMPLATES.manifest.render())).error).toBeUndefined();
    expect(TaskHandoff.safeParse(JSON.parse(TEMPLATES.task.render())).error).toBeUndefined();
    expect(parseFeatureList(TEMPLATES.features.render())).toMatchObject({ features: [{ isPassing: false }] });
    expect(readPartialProgress(TEMPLATES.result.render())?.handoffPath).toContain("handoff document");
  });

  it("include a teammate prompt with a valid partial result", () => {
    const [, json] = /```json\n(.*?)```/s.exec(TEMPLATES.teammate.render()) ?? [];
    expect(PartialResult.safeParse(JSON.parse(json ?? "")).success).toBe(true);
  });

  it("include agent instructions with the limits that Baton validates", () => {
    const text = TEMPLATES.agent.render();
    const shares = [
      SUGGESTION_LIMITS.usedShare,
      EXHAUSTION_LIMITS.advisedFrom,
      EXHAUSTION_LIMITS.writtenFrom,
    ];
    const said = [
      `${DEFAULT_BUDGET_LIMITS.agentWorkTokens / 1_000},000 tokens`,
      "manifest of at most 1,000 tokens",
      `Required files have at most ${DEFAULT_BUDGET_LIMITS.requiredReadingTokens / 1_000},000 tokens`,
      `at most ${MAX_SUMMARY_TOKENS} tokens: bullets`,
      ...shares.map((share) => `${share * 100} %`),
      `after ${SUGGESTION_LIMITS.toolCalls} tool calls`,
      `at most ${TASK_LIMITS.targetTokens} tokens: one task`,
      `at most ${TASK_LIMITS.criticalNotes} critical notes of ${TASK_LIMITS.criticalNoteLength} characters`,
      `at most ${TASK_LIMITS.dependencies} files`,
      `at most ${MAX_CRITICAL_CONTEXT} critical facts, at most ${MAX_LINES} lines and ${MAX_TOKENS / 1_000},000 tokens`,
      `needs ${MIN_SCORE} of 100 points`,
      `or made ${EXHAUSTION_LIMITS.toolCalls} tool calls`,
      "for the third time",
    ];
    for (const words of said) expect(text).toContain(words);
    expect([EXHAUSTION_LIMITS.readsOfOneFile, DEFAULT_BUDGET_LIMITS.manifestTokens]).toEqual([3, 1_000]);
  });

  it("all end with one line feed", () => {
    for (const { render } of Object.values(TEMPLATES)) expect(render()).toMatch(/[^\n]\n$/);
  });
});

describe("the policy template", () => {
  it("is valid without findings", () => {
    const parsed = parsePolicy(POLICY_TEMPLATE);
    expect(parsed).toMatchObject({ ok: true, findings: [] });
    if (parsed.ok) expect(lintPolicy(parsed.policy, { now: 0 })).toEqual([]);
  });

  it("has comments that its version ignores", () => {
    const section = POLICY_TEMPLATE.multi_agent_handoffs;
    const bare = JSON.parse(JSON.stringify(section), (key, value) =>
      key.startsWith("_") ? undefined : value,
    );
    const off = { enabled: false, observe: false };
    expect(policyVersion(section, off)).toBe(policyVersion(bare, off));
  });

  it("starts in observe mode", () => {
    expect(parseSwitch(SWITCH_TEMPLATE)).toEqual({ ok: true, switch: { enabled: false, observe: true } });
  });
});
