import { DAY_MILLISECONDS, momentOn, PERIOD_DAYS } from "./calendar";
import { openCaseFiles } from "./case-file";
import { type Incidents, playClaim, Workflow } from "./claim-session";
import { type SamplePolicies, versionAt } from "./policies";
import type { Random } from "./random";
import type { StorySetting } from "./sample-data";
import type { SampleFile } from "./sample-file";
import { SessionRecorder } from "./session-recorder";
import { Template } from "./template";

/** Sessions in observe mode: a second orchestrator tries out the policy before enforcing it. */
const OBSERVED_SESSIONS = 3;
/** The last sessions, which keep the contexts of their handoffs. */
const SESSIONS_WITH_CONTENT = 4;

/** Generates the claims workflow: one session for each of its starts, in milliseconds since 1970. */
export function generateClaims(
  { random, today, data }: StorySetting,
  starts: readonly number[],
  policies: SamplePolicies,
): SampleFile[] {
  const workflow = data.yaml("claims/workflow.yaml", Workflow);
  const compaction = data.yaml("claims/compaction.yaml", Template);
  const cases = openCaseFiles(data, Object.keys(workflow.agents));
  const incidents = drawIncidents(random, workflow, starts.length);
  const torn = random.integer(18, 30);
  const observed = chooseObserved(starts.filter((start) => start >= momentOn(today, PERIOD_DAYS, 0)));
  const keepsContentFrom = starts.at(-SESSIONS_WITH_CONTENT) ?? 0;

  const playSession = (chance: Random, startedAt: number, incidents: Incidents) => {
    const scene = { workflow, compaction, incidents };
    const policy = observed.has(startedAt) ? policies.observed : versionAt(policies, today, startedAt);
    const context = cases.drawFacts(chance, startedAt);
    const day = new Date(startedAt).toISOString().slice(0, 10).replaceAll("-", "");
    const workflowId = `wf-${day}-claims-${chance.hex(4)}`;
    const recorder = new SessionRecorder({
      random: chance,
      workflowId,
      policy,
      startedAt,
      capturesContent: startedAt >= keepsContentFrom,
    });
    const file = cases.drawCaseFile(context, workflowId);
    const { title, claim_id, risk } = file.facts;
    recorder.note(startedAt, "session_start", { title, workflow: "claims_triage", claim_id });
    recorder.announce(startedAt + 3);
    const endedAt = playClaim({ ...scene, random: chance, recorder, file }, startedAt);
    const status = risk === "high" ? "referred" : "completed";
    recorder.note(endedAt, "session_end", { status, duration_ms: endedAt - startedAt });
    return recorder;
  };

  return starts.flatMap((startedAt, index) => {
    const recorder = playSession(random.fork(`claim ${index}`), startedAt, incidents[index] ?? {});
    const file = recorder.toFile();
    const whole = index === torn ? { ...file, content: tearLine(file.content) } : file;
    return [whole, ...recorder.toContents()];
  });
}

/** Returns the first sessions that are not the only one of their day, so that every day has enforced ones. */
function chooseObserved(starts: readonly number[]): Set<number> {
  const toDay = (milliseconds: number) => Math.floor(milliseconds / DAY_MILLISECONDS);
  const followers = starts.filter((start, index) => toDay(starts[index - 1] ?? 0) === toDay(start));
  return new Set(followers.slice(0, OBSERVED_SESSIONS));
}

function drawIncidents(random: Random, { failing, compacted }: Workflow, count: number): Incidents[] {
  const sessions = Array.from({ length: count }, (_, index) => index);
  const failures = new Map(
    random.sample(sessions, failing.length).map((session, index) => [session, failing[index]]),
  );
  const compactions = new Set(random.sample(sessions, compacted));
  return sessions.map((session) => ({
    failing: failures.get(session),
    ...(compactions.has(session) && { compaction: session % 3 === 0 ? "auto" : "phase" }),
  }));
}

/** Truncates the line of a tool call, like a writer that is killed while writing it. */
function tearLine(content: string): string {
  const lines = content.split("\n");
  const index = lines.findIndex((line, at) => at > 6 && line.includes('"event_type":"tool_call"'));
  return lines
    .map((line, at) => (at === index ? line.slice(0, Math.floor(line.length * 0.6)) : line))
    .join("\n");
}
