import canonicalize from "canonicalize";
import { type Finding, sortFindings } from "../finding";
import { handoffDocumentFinding } from "./handoff-document-finding";
import { listObjectives, type ObjectiveStatus, type Progress } from "./progress";

export type UpdatedProgress = { ok: true; progress: Progress } | { ok: false; findings: Finding[] };

/**
 * Checks if a progress file may change to another state: objectives stay and change only their status and
 * note, so that the goal stays the same; new ones are allowed. Tried approaches stay in order.
 *
 * @returns the proposed state, or findings with the codes `objective_removed`, `objective_changed` and
 * `approach_removed`, whose paths point into the current one.
 */
export function updateProgress(present: Progress, proposed: Progress): UpdatedProgress {
  const after = new Map(entriesOf(proposed).map(({ id, fixed }) => [id, fixed]));
  const findings = entriesOf(present).flatMap(({ id, fixed, path }): Finding[] => {
    const now = after.get(id);
    if (now === undefined) {
      return [handoffDocumentFinding("objective_removed", path, `objective ${id} would be deleted`)];
    }
    if (canonicalize(now) === canonicalize(fixed)) return [];
    const message = `objective ${id} would change in more than its status and note`;
    return [handoffDocumentFinding("objective_changed", path, message)];
  });
  const tried = proposed.approaches_tried ?? [];
  for (const [index, approach] of (present.approaches_tried ?? []).entries()) {
    if (canonicalize(tried[index]) !== canonicalize(approach)) {
      const message = "a tried approach would be deleted or changed";
      findings.push(handoffDocumentFinding("approach_removed", ["approaches_tried", index], message));
    }
  }
  return findings.length > 0
    ? { ok: false, findings: sortFindings(findings) }
    : { ok: true, progress: proposed };
}

export interface ProgressChange {
  /** The ID of the objective whose status or note changes. */
  objective?: string;
  status?: ObjectiveStatus;
  note?: string;
  /** The ID of the next current objective. */
  currentObjective?: string;
  approach?: { approach: string; result: string };
  /** Counts a written handoff document. */
  countsHandoff?: boolean;
}

/**
 * Returns the state of a progress file after a change.
 *
 * @param now ISO 8601.
 * @throws RangeError if the objective does not exist.
 */
export function reviseProgress(progress: Progress, change: ProgressChange, now: string): Progress {
  const ids = new Set(listObjectives(progress).map(({ id }) => id));
  for (const id of [change.objective, change.currentObjective]) {
    if (id !== undefined && !ids.has(id)) {
      throw new RangeError(`unknown objective ${id}; the objectives are ${[...ids].join(", ")}`);
    }
  }
  const said = {
    ...(change.status === undefined ? {} : { status: change.status }),
    ...(change.note === undefined ? {} : { note: change.note }),
  };
  const { objectives } = progress;
  const current = change.currentObjective;
  return {
    ...progress,
    last_updated: now,
    objectives: Array.isArray(objectives)
      ? objectives.map((objective) =>
          String(objective.id) === change.objective ? { ...objective, ...said } : objective,
        )
      : Object.fromEntries(
          Object.entries(objectives).map(([id, objective]) => [
            id,
            id === change.objective ? { ...objective, ...said } : objective,
          ]),
        ),
    ...(current === undefined ? {} : { current_objective: idOf(progress, current) }),
    ...(change.approach ? { approaches_tried: [...(progress.approaches_tried ?? []), change.approach] } : {}),
    ...(change.countsHandoff ? { handoff_count: (progress.handoff_count ?? 0) + 1 } : {}),
  };
}

/** Returns the ID in the form of the file, a number or text. */
function idOf({ objectives }: Progress, id: string): string | number {
  if (!Array.isArray(objectives)) return id;
  return objectives.find((objective) => String(objective.id) === id)?.id ?? id;
}

/** Returns the fixed parts of each objective: everything except its status and note. */
function entriesOf({ objectives }: Progress): { id: string; fixed: object; path: PropertyKey[] }[] {
  return Array.isArray(objectives)
    ? objectives.map(({ id, status: _, note: __, ...fixed }, index) => ({
        id: String(id),
        fixed,
        path: ["objectives", index],
      }))
    : Object.entries(objectives).map(([id, { status: _, note: __, ...fixed }]) => ({
        id,
        fixed,
        path: ["objectives", id],
      }));
}
