import "server-only";
import { countTokens, type Finding, MAX_FINDINGS, TASK_LIMITS, TaskHandoff, TaskResponse } from "@baton/core";
import { minifyInterface, TASK_FINDINGS, validateTaskHandoff, validateTaskResponse } from "@baton/core/task";
import type { getTask } from "@baton/db";
import { parseOrNull } from "./describe-manifest";

type Attempt = NonNullable<Awaited<ReturnType<typeof getTask>>>["attempt"];

/** How much of a limit is used. */
export interface LimitUse {
  label: string;
  used: number;
  limit: number;
  unit: "characters" | "entries" | "tokens";
}

/** What a task handoff and its answer say, held against their limits. What is not stored, or has not the shape of one, is null. */
export function describeTask(attempt: Attempt) {
  const { handoffText, responseText } = attempt;
  const [sent, answered] = [parseOrNull(handoffText), parseOrNull(responseText)];
  const handoff = TaskHandoff.safeParse(sent).data ?? null;
  const response = TaskResponse.safeParse(answered).data ?? null;
  const judgedNow = sent === null ? [] : validateTaskHandoff(sent);
  const answerJudgedNow =
    answered === null ? [] : validateTaskResponse(answered, handoff ? { handoffs: [handoff] } : {});
  return {
    handoff,
    response,
    limits: handoff && measureLimits(handoff, attempt.handoffTokens),
    interfaces: handoff ? describeInterfaces(handoff.interfaces) : [],
    findings: attempt.findings ? explain(attempt.findings, judgedNow) : null,
    /** What is found now where nobody judged it then. */
    foundNow: attempt.findings || sent === null ? null : judgedNow.slice(0, MAX_FINDINGS),
    answerFindings: attempt.answerFindings ? explain(attempt.answerFindings, answerJudgedNow) : null,
  };
}

function measureLimits(handoff: TaskHandoff, handoffTokens: number | null): LimitUse[] {
  const longestNote = handoff.criticalNotes.reduce((most, note) => Math.max(most, [...note].length), 0);
  const { length: nameLength } = [...handoff.taskName];
  const { length: descriptionLength } = [...handoff.taskDescription];
  const rows: LimitUse[] = [
    { label: "Name", used: nameLength, limit: TASK_LIMITS.taskNameLength, unit: "characters" },
    {
      ...{ label: "Description", used: descriptionLength },
      ...{ limit: TASK_LIMITS.taskDescriptionLength, unit: "characters" },
    },
    {
      ...{ label: "Notes", used: handoff.criticalNotes.length },
      ...{ limit: TASK_LIMITS.criticalNotes, unit: "entries" },
    },
    { label: "Longest note", used: longestNote, limit: TASK_LIMITS.criticalNoteLength, unit: "characters" },
    {
      ...{ label: "Files to read", used: handoff.dependencies.length },
      ...{ limit: TASK_LIMITS.dependencies, unit: "entries" },
    },
    {
      ...{ label: "Tests asked for", used: handoff.testRequirements.length },
      ...{ limit: TASK_LIMITS.testRequirements, unit: "entries" },
    },
  ];
  if (handoffTokens === null) return rows;
  return [
    { label: "Whole handoff", used: handoffTokens, limit: TASK_LIMITS.targetTokens, unit: "tokens" },
    ...rows,
  ];
}

/** Each interface as it was passed, and without comments and white space; sizes are in tokens. */
function describeInterfaces(interfaces: Readonly<Record<string, string>>) {
  return Object.entries(interfaces).map(([name, text]) => {
    const minified = minifyInterface(text);
    return {
      ...{ name, text, minified },
      beforeTokens: countTokens(text),
      afterTokens: minified === null ? null : countTokens(minified),
    };
  });
}

/** Findings as their event tells them, with the sentences that it leaves out: those of today's judgement, where it finds the same. */
function explain(recorded: NonNullable<Attempt["findings"]>, judgedNow: readonly Finding[]): Finding[] {
  const placeOf = ({ code, path }: { code: string; path: string }) => JSON.stringify([code, path]);
  const judged = new Map(judgedNow.map((finding) => [placeOf(finding), finding]));
  return recorded.map(({ code, severity, path }) => {
    const same = judged.get(placeOf({ code, path }));
    const known = Object.entries(TASK_FINDINGS).find(([name]) => name === code)?.[1];
    return {
      ...{ code, path, severity: severity === "error" ? "error" : "warning" },
      message: same?.message ?? "",
      hint: same?.hint ?? known?.hint ?? "",
    };
  });
}
