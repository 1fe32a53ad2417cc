import "server-only";
import type { Finding } from "@baton/core";
import { MAX_FINDINGS } from "@baton/core/internal";
import {
  minifyInterface,
  TASK_FINDINGS,
  TASK_LIMITS,
  TaskHandoff,
  TaskResponse,
  validateTaskHandoff,
  validateTaskResponse,
} from "@baton/core/task";
import { countTokens } from "@baton/core/tokens";
import type { getTask } from "@baton/db";
import { MAX_SHOWN_DOCUMENT, parseOrNull } from "./describe-manifest";
import { keepFirst, LIST_LIMIT } from "./keep-first";

type Attempt = Pick<
  NonNullable<Awaited<ReturnType<typeof getTask>>>["attempt"],
  | "handoffText"
  | "isHandoffStored"
  | "handoffTokens"
  | "findings"
  | "responseText"
  | "isResponseStored"
  | "answerFindings"
>;

/** Used share of a limit. */
interface LimitUse {
  label: string;
  used: number;
  limit: number;
  unit: "characters" | "entries" | "tokens";
}

/**
 * State of a document: shown in full, too large to display in parts, of another
 * shape, or not stored.
 */
type DocumentState = "told" | "too_large" | "of_other_shape" | "not_kept";

/**
 * Characters of interfaces that are read as TypeScript: each takes five microseconds, and is read three
 * times.
 */
const MAX_READ = 20_000;

/**
 * Describes a task handoff and its response, compared with their limits. A part is null if it is not
 * stored, has another shape, or is too large.
 */
export function describeTask(attempt: Attempt) {
  const { findings, answerFindings } = attempt;
  const sent = readDocument(attempt.handoffText, attempt.isHandoffStored);
  const answered = readDocument(attempt.responseText, attempt.isResponseStored);
  const handoff = TaskHandoff.safeParse(sent.json).data ?? null;
  const response = TaskResponse.safeParse(answered.json).data ?? null;
  const findingsNow = isChecked(sent.json) ? validateTaskHandoff(sent.json) : null;
  const responseFindingsNow = isChecked(answered.json)
    ? validateTaskResponse(answered.json, handoff ? { handoffs: [handoff] } : {})
    : null;
  return {
    handoff: handoff && listHandoff(handoff),
    handoffState: stateOf(sent, handoff),
    response: response && listResponse(response),
    responseState: stateOf(answered, response),
    limits: handoff && measureLimits(handoff, attempt.handoffTokens),
    interfaces: describeInterfaces(handoff?.interfaces ?? {}),
    findings: findings && explain(findings, findingsNow ?? []),
    /** Current findings, if the task was not validated when sent. */
    foundNow: findings ? null : (findingsNow?.slice(0, MAX_FINDINGS) ?? null),
    answerFindings: answerFindings && explain(answerFindings, responseFindingsNow ?? []),
  };
}

interface StoredDocument {
  isStored: boolean;
  isTooLarge: boolean;
  /** Null if it is not stored, or too large. */
  json: unknown;
}

function readDocument(text: string | null, isStored: boolean): StoredDocument {
  const isTooLarge = isStored && (text === null || text.length > MAX_SHOWN_DOCUMENT);
  return { isStored, isTooLarge, json: isTooLarge ? null : parseOrNull(text) };
}

function stateOf({ isStored, isTooLarge }: StoredDocument, shown: object | null): DocumentState {
  if (!isStored) return "not_kept";
  if (isTooLarge) return "too_large";
  return shown ? "told" : "of_other_shape";
}

/** Returns true if a document can be validated and its interfaces are quick to read. */
function isChecked(json: unknown): boolean {
  if (json === null) return false;
  const { data = {} } = TaskHandoff.shape.interfaces.safeParse(Object(json).interfaces);
  const texts = Object.values(data);
  return texts.length <= LIST_LIMIT && texts.reduce((sum, text) => sum + text.length, 0) <= MAX_READ;
}

function listHandoff({ taskDescription, criticalNotes, dependencies, testRequirements }: TaskHandoff) {
  return {
    taskDescription,
    criticalNotes: keepFirst(criticalNotes),
    dependencies: keepFirst(dependencies),
    testRequirements: keepFirst(testRequirements),
  };
}

function listResponse(response: TaskResponse) {
  const { agentType, status, tokenUsage, executionTime, errors = [], blockers = [] } = response;
  return {
    agentType,
    status,
    tokenUsage,
    executionTime,
    errors: keepFirst(errors),
    blockers: keepFirst(blockers),
    warnings: keepFirst(response.warnings),
    filesCreated: keepFirst(response.filesCreated),
    filesModified: keepFirst(response.filesModified),
    tests: keepFirst(response.tests),
    exports: keepFirst(response.exports),
    interfaces: keepFirst(Object.entries(response.interfaces).map(([name, text]) => ({ name, text }))),
  };
}

function measureLimits(handoff: TaskHandoff, handoffTokens: number | null): LimitUse[] {
  const longestNote = handoff.criticalNotes.reduce((most, note) => Math.max(most, [...note].length), 0);
  const { length: nameLength } = [...handoff.taskName];
  const { length: descriptionLength } = [...handoff.taskDescription];
  const rows: LimitUse[] = [
    { label: "Name", used: nameLength, limit: TASK_LIMITS.taskNameLength, unit: "characters" },
    {
      label: "Description",
      used: descriptionLength,
      limit: TASK_LIMITS.taskDescriptionLength,
      unit: "characters",
    },
    {
      label: "Notes",
      used: handoff.criticalNotes.length,
      limit: TASK_LIMITS.criticalNotes,
      unit: "entries",
    },
    { label: "Longest note", used: longestNote, limit: TASK_LIMITS.criticalNoteLength, unit: "characters" },
    {
      label: "Files to read",
      used: handoff.dependencies.length,
      limit: TASK_LIMITS.dependencies,
      unit: "entries",
    },
    {
      label: "Tests asked for",
      used: handoff.testRequirements.length,
      limit: TASK_LIMITS.testRequirements,
      unit: "entries",
    },
  ];
  if (handoffTokens === null) return rows;
  return [
    { label: "Whole handoff", used: handoffTokens, limit: TASK_LIMITS.targetTokens, unit: "tokens" },
    ...rows,
  ];
}

/**
 * Returns each interface as passed, and without comments and white space if that is quick; sizes are in
 * tokens.
 */
function describeInterfaces(interfaces: Readonly<Record<string, string>>) {
  let charactersLeft = MAX_READ;
  const { first, count } = keepFirst(Object.entries(interfaces));
  const described = first.map(([name, text]) => {
    charactersLeft -= text.length;
    const isRead = charactersLeft >= 0;
    const minified = isRead ? minifyInterface(text) : null;
    return {
      name,
      text,
      isRead,
      minified,
      beforeTokens: countTokens(text),
      afterTokens: minified === null ? null : countTokens(minified),
    };
  });
  return { first: described, count };
}

/**
 * Adds to the findings of an event the sentences it omits, taken from today's
 * validation if that finds the same.
 */
function explain(recorded: NonNullable<Attempt["findings"]>, findingsNow: readonly Finding[]): Finding[] {
  const placeOf = ({ code, path }: { code: string; path: string }) => JSON.stringify([code, path]);
  const checked = new Map(findingsNow.map((finding) => [placeOf(finding), finding]));
  const hints = new Map(Object.entries(TASK_FINDINGS).map(([code, { hint }]) => [code, hint]));
  return recorded.map(({ code, severity, path }) => {
    const same = checked.get(placeOf({ code, path }));
    return {
      code,
      path,
      severity: severity === "error" ? "error" : "warning",
      message: same?.message ?? "",
      hint: same?.hint ?? hints.get(code) ?? "",
    };
  });
}
