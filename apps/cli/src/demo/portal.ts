import { momentOn } from "./calendar";
import { layHistory, type Snapshot } from "./git-history";
import { writeHandoffs } from "./portal/handoffs";
import { playPhase } from "./portal/phase-session";
import { PHASES } from "./portal/work";
import type { Random } from "./random";
import type { SampleFile } from "./sample-file";

const FOLDER = "claims-portal";
const HOUR = 3_600_000;

/**
 * A team adds a search to a portal, in three phases: each a session in which a lead hands
 * tasks to developers until its context is full, and then hands over to its successor.
 * `today`: midnight, UTC, in milliseconds since 1970.
 */
export function generatePortal(random: Random, today: number): SampleFile[] {
  const start = momentOn(today, 9, 8);
  const snapshots: Snapshot[] = [
    { at: start, message: "Portal without a search", files: { "README.md": "# Claims portal\n" } },
  ];
  const sessions: SampleFile[] = [];
  /** How many commits there were at the end of each phase. */
  const ends: { at: number; commits: number }[] = [];
  for (const [index, phase] of PHASES.entries()) {
    const startedAt = momentOn(today, phase.daysAgo, 9) + random.integer(0, 50) * 60_000;
    const played = playPhase(random.fork(`phase ${index + 1}`), phase, {
      startedAt,
      number: index + 1,
      project: snapshots.at(-1)?.files ?? {},
    });
    sessions.push(played.session);
    for (const { at, change } of played.changes)
      snapshots.push(follow(snapshots, at, change.message, change.files));
    ends.push({ at: played.endedAt, commits: snapshots.length });
    for (const [place, message] of phase.others.entries()) {
      snapshots.push(follow(snapshots, played.endedAt + (place + 1) * HOUR, message, {}));
    }
  }
  const { files: repository, ids } = layHistory(FOLDER, snapshots);
  const handoffs = writeHandoffs(
    ends.map(({ at, commits }) => ({ at, commit: ids[Math.max(0, commits - 1)] ?? "" })),
  );
  const project = Object.entries(snapshots.at(-1)?.files ?? {}).map(([path, content]) => ({ path, content }));
  const below = ({ path, ...file }: SampleFile): SampleFile => ({ ...file, path: `${FOLDER}/${path}` });
  return [...sessions, ...[...project, ...handoffs].map(below), ...repository];
}

/** The next state of the project: each commit adds its line to the change log. */
function follow(
  snapshots: readonly Snapshot[],
  at: number,
  message: string,
  changed: Readonly<Record<string, string>>,
): Snapshot {
  const before = snapshots.at(-1)?.files ?? {};
  const log = `${before["CHANGELOG.md"] ?? ""}- ${message}\n`;
  return { at, message, files: { ...before, ...changed, "CHANGELOG.md": log } };
}
