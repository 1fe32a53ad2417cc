import { z } from "zod";
import { HOUR_MILLISECONDS, momentOn } from "./calendar";
import { layHistory, type Snapshot } from "./git-history";
import { loadPolicies } from "./policies";
import { Phase, playPhase } from "./portal-phase";
import type { StorySetting } from "./sample-data";
import type { SampleFile } from "./sample-file";
import { render } from "./template";

const FOLDER = "claims-portal";

/**
 * Generates a team's work on a search in a portal. In each of three phases a lead gives tasks to developers until
 * its context is full, and a successor continues.
 */
export function generatePortal({ random, today, data }: StorySetting): SampleFile[] {
  const policy = loadPolicies(data).widened;
  const readme = { "README.md": "# Claims portal\n" };
  const snapshots: Snapshot[] = [
    { at: momentOn(today, 9, 8), message: "Portal without a search", files: readme },
  ];
  const filesNow = () => snapshots.at(-1)?.files ?? {};
  /** Adds a commit with its line in the change log. */
  const commit = (at: number, message: string, changed: Snapshot["files"]) => {
    const log = `${filesNow()["CHANGELOG.md"] ?? ""}- ${message}\n`;
    snapshots.push({ at, message, files: { ...filesNow(), ...changed, "CHANGELOG.md": log } });
  };
  const sessions: SampleFile[] = [];
  const returned: SampleFile[] = [];
  /** The end of each phase (ISO 8601), and the number of commits by then. */
  const ends: { at: string; commits: number }[] = [];
  for (const [index, phase] of data.yaml("portal/phases.yaml", z.array(Phase)).entries()) {
    const number = index + 1;
    const startedAt = momentOn(today, phase.daysAgo, 9) + random.integer(0, 50) * 60_000;
    const stage = { startedAt, number, project: filesNow(), policy };
    const { session, changes, results, endedAt } = playPhase(random.fork(`phase ${number}`), phase, stage);
    sessions.push(session);
    returned.push(...results);
    for (const { at, message, files } of changes) commit(at, message, files);
    ends.push({ at: new Date(endedAt).toISOString(), commits: snapshots.length });
    for (const [place, message] of phase.others.entries()) {
      commit(endedAt + (place + 1) * HOUR_MILLISECONDS, message, {});
    }
  }
  const { files: repository, ids } = layHistory(FOLDER, snapshots);
  const context = { ends: ends.map(({ at, commits }) => ({ at, commit: ids[commits - 1] ?? "" })) };
  const specs = data.list("portal/specs").map((path) => ({
    path: `specs/${path}`,
    content: render(data.text(`portal/specs/${path}`), context, z.string()),
  }));
  const project = Object.entries(filesNow()).map(([path, content]) => ({ path, content }));
  const below = [...project, ...specs, ...returned].map(({ path, content }) => ({
    path: `${FOLDER}/${path}`,
    content,
  }));
  return [...sessions, ...below, ...repository];
}
