import { z } from "zod";
import { type Finding, sortFindings } from "../finding";
import type { CompiledPolicy } from "../scoping/compile-policy";
import { isAbsolutePath, isDirectoryPath, isGlob } from "./dependency-path";
import { findImplementations } from "./find-implementations";
import { findRepeatedContext } from "./find-repeated-context";
import { findTaskContent } from "./find-task-content";
import { readFields } from "./read-fields";
import { type TaskFindingCode, taskFinding } from "./task-finding";
import { TASK_LIMITS, TaskHandoff, taskHandoffTokens } from "./task-handoff";
import { isVagueNote } from "./vague-note";

const SomeFields = TaskHandoff.partial();
type SomeFields = z.infer<typeof SomeFields>;

/** A date, or a date and time, of ISO 8601; without a zone it is UTC. */
const Deadline = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

/**
 * Validates a task handoff before it is sent: the limits of its protocol, and if an agent can act on it.
 *
 * @param document parsed JSON of any kind.
 * @param options.earlier handoffs sent before; content the same receiver has from them is `repeated_context`.
 * @param options.contentPolicy policy whose content rules hold for the handoff, compiled with detectors.
 * @returns findings sorted by path, then code; without an error it can be sent. Never throws, never stops at
 * the first.
 */
export function validateTaskHandoff(
  document: unknown,
  { earlier = [], contentPolicy }: { earlier?: readonly TaskHandoff[]; contentPolicy?: CompiledPolicy } = {},
): Finding[] {
  const { fields, findings } = readFields(TaskHandoff, SomeFields, document);
  return sortFindings([
    ...findings,
    ...findEmptyText("taskName", fields),
    ...findEmptyText("taskDescription", fields),
    ...findLongText("task_name_too_long", ["taskName"], fields.taskName, TASK_LIMITS.taskNameLength),
    ...findLongText(
      "description_too_long",
      ["taskDescription"],
      fields.taskDescription,
      TASK_LIMITS.taskDescriptionLength,
    ),
    ...findLongList("too_many_notes", "criticalNotes", fields),
    ...findLongList("too_many_dependencies", "dependencies", fields),
    ...findLongList("too_many_test_requirements", "testRequirements", fields),
    ...(fields.criticalNotes ?? []).flatMap(validateNote),
    ...(fields.dependencies ?? []).flatMap(validateDependency),
    ...findImplementations(fields.interfaces ?? {}),
    ...findBudget(fields),
    ...findDeadline(fields),
    ...findSize(document),
    ...findRepeatedContext(fields, earlier),
    ...findTaskContent(contentPolicy, { from: fields.fromAgent, to: fields.toAgent }, document),
  ]);
}

function findEmptyText(key: "taskName" | "taskDescription", fields: SomeFields): Finding[] {
  return fields[key]?.trim() === "" ? [taskFinding("missing_field", [key], `/${key} is empty`)] : [];
}

function findLongText(
  code: TaskFindingCode,
  path: readonly PropertyKey[],
  text: string | undefined,
  limit: number,
): Finding[] {
  const length = [...(text ?? "")].length;
  return length <= limit
    ? []
    : [taskFinding(code, path, `the text has ${length} characters, the limit is ${limit} fit`)];
}

function findLongList(
  code: TaskFindingCode,
  key: "criticalNotes" | "dependencies" | "testRequirements",
  fields: SomeFields,
): Finding[] {
  const [count, limit] = [fields[key]?.length ?? 0, TASK_LIMITS[key]];
  return count <= limit ? [] : [taskFinding(code, [key], `there are ${count} entries, at most ${limit} fit`)];
}

function validateNote(note: string, index: number): Finding[] {
  const path = ["criticalNotes", index];
  const findings = findLongText("note_too_long", path, note, TASK_LIMITS.criticalNoteLength);
  if (isVagueNote(note)) {
    findings.push(taskFinding("vague_note", path, "compliance with this note cannot be verified"));
  }
  return findings;
}

function validateDependency(dependency: string, index: number): Finding[] {
  const path = ["dependencies", index];
  const findings: Finding[] = [];
  if (isGlob(dependency)) {
    findings.push(taskFinding("dependency_is_glob", path, `\`${dependency}\` matches many files`));
  }
  if (isDirectoryPath(dependency)) {
    findings.push(taskFinding("dependency_is_directory", path, `\`${dependency}\` is a folder`));
  }
  if (isAbsolutePath(dependency)) {
    findings.push(taskFinding("dependency_is_absolute", path, `\`${dependency}\` is an absolute path`));
  }
  return findings;
}

function findBudget({ tokenBudget }: SomeFields): Finding[] {
  const { minTokenBudget: min, maxTokenBudget: max } = TASK_LIMITS;
  if (tokenBudget === undefined || (tokenBudget >= min && tokenBudget <= max)) return [];
  const message = `the budget is ${tokenBudget} tokens, ${min} to ${max} are allowed`;
  return [taskFinding("token_budget_out_of_range", ["tokenBudget"], message)];
}

function findDeadline({ deadline }: SomeFields): Finding[] {
  if (deadline === undefined || Deadline.safeParse(deadline).success) return [];
  return [taskFinding("bad_deadline", ["deadline"], `\`${deadline}\` is not an ISO 8601 date or time`)];
}

function findSize(document: unknown): Finding[] {
  const tokens = countOrNull(document);
  if (tokens !== null && tokens <= TASK_LIMITS.targetTokens) return [];
  const size = tokens === null ? "is too large to be counted" : `has ${tokens} tokens`;
  const message = `the handoff ${size}, ${TASK_LIMITS.targetTokens} is the target`;
  return [taskFinding("handoff_over_target", [], message)];
}

function countOrNull(document: unknown): number | null {
  try {
    return taskHandoffTokens(document);
  } catch {
    return null;
  }
}
