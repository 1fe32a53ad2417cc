import { z } from "zod";
import { momentOn } from "./calendar";
import { layHistory, type Snapshot } from "./git-history";
import { writeHandoffs } from "./portal/handoffs";
import { Phase, playPhase } from "./portal/phase-session";
import type { StorySetting } from "./sample-data";
import type { SampleFile } from "./sample-file";

const FOLDER = "claims-portal";
const HOUR = 3_600_000;

/**
 * Generates a team's work on a search in a portal, in three phases. In each the lead hands tasks to developers
 * until its context is full, and then hands over to its successor.
 */
export function generatePortal({ random, today, data }: StorySetting): SampleFile[] {
  const snapshots: Snapshot[] = [
    {
      at: momentOn(today, 9, 8),
      message: "Portal without a search",
      files: { "README.md": "# Claims portal\n" },
    },
  ];
  /** Each commit adds its line to the change log. */
  const commit = (at: number, message: string, changed: Readonly<Record<string, string>>) => {
    const before = snapshots.at(-1)?.files ?? {};
    const log = `${before["CHANGELOG.md"] ?? ""}- ${message}\n`;
    snapshots.push({ at, message, files: { ...before, ...changed, "CHANGELOG.md": log } });
  };
  const sessions: SampleFile[] = [];
  /** How many commits there were at the end of each phase. */
  const ends: { at: number; commits: number }[] = [];
  for (const [index, phase] of data.yaml("portal/phases.yaml", z.array(Phase)).entries()) {
    const played = playPhase(random.fork(`phase ${index + 1}`), phase, {
      startedAt: momentOn(today, phase.daysAgo, 9) + random.integer(0, 50) * 60_000,
      number: index + 1,
      project: snapshots.at(-1)?.files ?? {},
    });
    sessions.push(played.session);
    for (const { at, change } of played.changes) commit(at, change.message, change.files);
    ends.push({ at: played.endedAt, commits: snapshots.length });
    for (const [place, message] of phase.others.entries()) {
      commit(played.endedAt + (place + 1) * HOUR, message, {});
    }
  }
  const { files: repository, ids } = layHistory(FOLDER, snapshots);
  const handoffs = writeHandoffs(
    data,
    ends.map(({ at, commits }) => ({ at, commit: ids[commits - 1] ?? "" })),
  );
  const project = Object.entries(snapshots.at(-1)?.files ?? {}).map(([path, content]) => ({ path, content }));
  const below = ({ path, ...file }: SampleFile): SampleFile => ({ ...file, path: `${FOLDER}/${path}` });
  return [...sessions, ...[...project, ...handoffs].map(below), ...repository];
}
