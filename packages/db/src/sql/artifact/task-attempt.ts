import { FindingCode } from "@baton/core/session";
import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database } from "../../client";
import { taskAttempt, taskStep } from "../../schema/index";
import { firstNames } from "../statement/first-names";
import { DOCUMENT_LIMIT, LIST_LIMIT } from "../statement/limits";
import { LISTED_TASK } from "./task";

/** Limits of findings and interfaces per step, and of letters in a name. */
const TOLD = { limit: 20, letters: 200 };

const { handoffText, responseText, ...TOLD_OF_ATTEMPT } = getTableColumns(taskAttempt);
const { findings, addedInterfaces, conflictingInterfaces, ...TOLD_OF_STEP } = getTableColumns(taskStep);

const ATTEMPT_COLUMNS = {
  ...TOLD_OF_ATTEMPT,
  handoffText: unlessLarge(handoffText),
  responseText: unlessLarge(responseText),
  isHandoffStored: sql<boolean>`${handoffText} is not null`,
  isResponseStored: sql<boolean>`${responseText} is not null`,
};

const STEP_COLUMNS = {
  ...TOLD_OF_STEP,
  findings: sql`jsonb_path_query_array(${findings}, ${sql.raw(`'$[0 to ${TOLD.limit - 1}]'`)})`.mapWith(
    (stored: unknown) => z.array(FindingCode).nullable().parse(stored),
  ),
  findingCount: sql<number>`coalesce(jsonb_array_length(${findings}), 0)`,
  addedInterfaces: firstNames(addedInterfaces, TOLD),
  addedCount: sql<number>`cardinality(${addedInterfaces})`,
  conflictingInterfaces: firstNames(conflictingInterfaces, TOLD),
  conflictingCount: sql<number>`cardinality(${conflictingInterfaces})`,
};

function unlessLarge(text: AnyPgColumn): SQL<string | null> {
  return sql<string | null>`case when octet_length(${text}) <= ${DOCUMENT_LIMIT}::int then ${text} end`;
}

/**
 * Returns a task handoff with its documents, its first steps in order, and the other handoffs of the task,
 * earliest first; or null. Omits documents over 200 kB, and lists only the first findings and interfaces of a
 * step with their total count.
 */
export async function getTask(
  db: Database,
  { workspaceId, attemptId }: { workspaceId: string; attemptId: string },
) {
  const [attempt] = await db
    .select(ATTEMPT_COLUMNS)
    .from(taskAttempt)
    .where(and(eq(taskAttempt.workspaceId, workspaceId), eq(taskAttempt.attemptId, attemptId)));
  if (!attempt) return null;
  const steps = await db
    .select(STEP_COLUMNS)
    .from(taskStep)
    .where(and(eq(taskStep.workspaceId, workspaceId), eq(taskStep.attemptId, attemptId)))
    .orderBy(asc(taskStep.occurredAt), asc(taskStep.sourceFileId), asc(taskStep.sequence))
    .limit(LIST_LIMIT);
  const sameTask =
    attempt.taskId === null
      ? []
      : await db
          .select(LISTED_TASK)
          .from(taskAttempt)
          .where(and(eq(taskAttempt.workspaceId, workspaceId), eq(taskAttempt.taskId, attempt.taskId)))
          .orderBy(asc(taskAttempt.occurredAt), asc(taskAttempt.attemptId))
          .limit(LIST_LIMIT);
  return { attempt, steps, otherAttempts: sameTask.filter((other) => other.attemptId !== attemptId) };
}
