import type { Finding } from "@baton/core";
import {
  listApproaches,
  listObjectives,
  parseFeatureList,
  parseProgress,
  readPartialProgress,
} from "@baton/core/handoff-document";
import type { ProgressDetails, ProgressKind } from "@baton/db/schema";
import type { Problem } from "../sources/source-format";

/** Contents of a progress file. */
interface ReadProgress {
  phase: string | null;
  doneCount: number | null;
  totalCount: number | null;
  handoffCount: number | null;
  /** As written. */
  timestamp: string | null;
  details: ProgressDetails;
}

const RESULT_FILE = /\/phase-(.+?)-results\.md$/;

/** Parses a progress file. @param path names the phase if the text does not. */
export function readProgress(
  kind: ProgressKind,
  text: string,
  path: string,
): { ok: true; progress: ReadProgress } | { ok: false; problem: Problem } {
  switch (kind) {
    case "objectives": {
      const read = parseProgress(text);
      if (!read.ok) return refuse("it is not a progress file", read.findings);
      const { phase, phase_name, current_objective, handoff_count, last_updated } = read.progress;
      const objectives = listObjectives(read.progress);
      const details = {
        kind,
        phaseName: phase_name ?? null,
        objectives,
        approaches: listApproaches(read.progress),
        currentObjective: current_objective == null ? null : String(current_objective),
      };
      return accept(details, {
        phase: String(phase),
        doneCount: objectives.filter(({ isDone }) => isDone).length,
        totalCount: objectives.length,
        handoffCount: handoff_count ?? null,
        timestamp: last_updated ?? null,
      });
    }
    case "features": {
      const read = parseFeatureList(text);
      if (!read.ok) return refuse("it is not a list of features", read.findings);
      const { features } = read;
      const doneCount = features.filter(({ isPassing }) => isPassing).length;
      return accept({ kind, features }, { doneCount, totalCount: features.length });
    }
    case "phase_result": {
      const mark = readPartialProgress(text);
      const [, phase = null] = RESULT_FILE.exec(path) ?? [];
      return accept({ kind, mark }, { phase, timestamp: mark?.markedAt ?? null });
    }
  }
}

function accept(details: ProgressDetails, said: Partial<ReadProgress>): { ok: true; progress: ReadProgress } {
  const unsaid = { phase: null, doneCount: null, totalCount: null, handoffCount: null, timestamp: null };
  return { ok: true, progress: { ...unsaid, ...said, details } };
}

function refuse(what: string, findings: readonly Finding[]): { ok: false; problem: Problem } {
  const [first] = findings;
  return {
    ok: false,
    problem: {
      code: first?.code ?? "schema_error",
      message: first ? `${what}: ${first.message}` : what,
    },
  };
}
