import { listObjectives, type Progress } from "./progress";

const HANDOFF_FILE = /^phase-(.+?)-handoff\b.*\.md$/;

/**
 * Returns the handoff documents of completed phases, in the given order: those of phases whose progress reports every
 * objective as done.
 *
 * @param names file names of documents, such as `phase-2-handoff.md`; others are left out.
 */
export function completedHandoffs(names: readonly string[], progress: readonly Progress[]): string[] {
  const completed = new Set(
    progress.flatMap((one) => {
      const objectives = listObjectives(one);
      return objectives.length > 0 && objectives.every(({ isDone }) => isDone) ? [String(one.phase)] : [];
    }),
  );
  return names.filter((name) => {
    const [, phase] = HANDOFF_FILE.exec(name) ?? [];
    return phase !== undefined && completed.has(phase);
  });
}
