import { z } from "zod";
import type { Finding } from "../finding";
import { readJsonText } from "../read-json";
import { describeIssues } from "../schema-issue";
import { handoffDocumentFinding } from "./handoff-document-finding";

export const OBJECTIVE_STATUSES = ["not_started", "in_progress", "done"] as const;
export type ObjectiveStatus = (typeof OBJECTIVE_STATUSES)[number];

const DONE = new Set(["done", "complete", "completed"]);

const Name = z.union([z.number(), z.string()]);

/** Keeps statuses of other tools unchanged. */
const body = { status: z.string(), note: z.string().nullish() };
const ListedObjective = z.looseObject({ id: Name, description: z.string(), ...body });
const NamedObjective = z.looseObject({ description: z.string().optional(), ...body });

/**
 * Progress of a phase (`phase-{P}-progress.json`). A wire document; keeps unknown keys. `objectives` is a
 * list, or an object by name; without a description, the name is used.
 */
export const Progress = z.looseObject({
  phase: Name,
  phase_name: z.string().nullish(),
  started_at: z.string().nullish(),
  last_updated: z.string().nullish(),
  objectives: z.union([
    z
      .array(ListedObjective)
      .refine((list) => new Set(list.map(({ id }) => String(id))).size === list.length, {
        error: "two objectives have the same id",
      }),
    z.record(z.string(), NamedObjective),
  ]),
  current_objective: Name.nullish(),
  approaches_tried: z
    .array(z.union([z.string(), z.looseObject({ approach: z.string(), result: z.string() })]))
    .nullish(),
  handoff_count: z.int().nonnegative().nullish(),
});
export type Progress = z.infer<typeof Progress>;

export interface Objective {
  id: string;
  description: string;
  status: string;
  note: string | null;
  isDone: boolean;
}

/** Returns the objectives in order, from either form. */
export function listObjectives({ objectives }: Progress): Objective[] {
  const entries = Array.isArray(objectives)
    ? objectives.map((objective) => [String(objective.id), objective] as const)
    : Object.entries(objectives);
  return entries.map(([id, { description, status, note }]) => ({
    id,
    description: description ?? id,
    status,
    note: note ?? null,
    isDone: DONE.has(status.toLowerCase()),
  }));
}

/** Returns tried approaches with their results; the result is null if only the attempt is named. */
export function listApproaches({
  approaches_tried,
}: Progress): { approach: string; result: string | null }[] {
  return (approaches_tried ?? []).map((tried) =>
    typeof tried === "string"
      ? { approach: tried, result: null }
      : { approach: tried.approach, result: tried.result },
  );
}

/**
 * Parses a progress file.
 *
 * @returns it, or findings with the codes `not_json`, `duplicate_key` and `malformed_progress`.
 */
export function parseProgress(
  text: string,
): { ok: true; progress: Progress } | { ok: false; findings: Finding[] } {
  const read = readJsonText(text);
  if (!read.ok) return read;
  const parsed = Progress.safeParse(read.value);
  if (parsed.success) return { ok: true, progress: parsed.data };
  const messages = describeIssues(parsed.error, read.value);
  const findings = parsed.error.issues.map(({ path, message }, index) =>
    handoffDocumentFinding("malformed_progress", path, messages[index] ?? message),
  );
  return { ok: false, findings };
}

/**
 * Creates the progress of a phase, none of whose goals is started.
 *
 * @param now start of the phase, ISO 8601.
 */
export function startProgress(
  { phase, name, objectives }: { phase: string; name?: string | undefined; objectives: readonly string[] },
  now: string,
): Progress {
  return {
    phase: /^\d{1,9}$/.test(phase) ? Number(phase) : phase,
    ...(name === undefined ? {} : { phase_name: name }),
    started_at: now,
    last_updated: now,
    objectives: objectives.map((description, index) => ({
      id: index + 1,
      description,
      status: "not_started",
    })),
    current_objective: 1,
    approaches_tried: [],
    handoff_count: 0,
  };
}
