import { type Calendar, DAY_MILLISECONDS, momentOn } from "./calendar";
import { type Incidents, playClaimSession } from "./claim/claim-session";
import type { ClaimAgent } from "./claim/route";
import { loadPolicies } from "./policies";
import type { Random } from "./random";
import type { SampleFile } from "./sample-file";

/** How many sessions only observe: a second orchestrator tries the policy before it enforces it. */
const OBSERVED_SESSIONS = 3;
/** How many days ago the policy was widened. */
export const WIDENED_DAYS_AGO = 14;

/**
 * The claims workflow: a session for each start of the calendar.
 * `today`: midnight, UTC, in milliseconds since 1970.
 */
export function generateClaims(random: Random, calendar: Calendar, today: number): SampleFile[] {
  const policies = loadPolicies();
  const widenedAt = momentOn(today, WIDENED_DAYS_AGO, 0);
  const incidents = drawIncidents(random, calendar.starts.length);
  const torn = random.integer(18, 30);
  const observed = chooseObserved(calendar);
  return calendar.starts.map((startedAt, index) => {
    const enforced = startedAt < widenedAt ? policies.first : policies.widened;
    const policy = observed.has(startedAt) ? policies.observed : enforced;
    const recorder = playClaimSession(
      random.fork(`claim ${index}`),
      startedAt,
      policy,
      incidents[index] ?? {},
    );
    const file = recorder.toFile();
    return index === torn ? { ...file, content: tearLine(file.content) } : file;
  });
}

/** The first sessions that are not the only ones of their day, so that every day has enforced ones. */
function chooseObserved({ starts }: Calendar): Set<number> {
  const followers = starts.filter((start, index) => {
    const previous = starts[index - 1];
    return previous !== undefined && toDay(previous) === toDay(start);
  });
  return new Set(followers.slice(0, OBSERVED_SESSIONS));
}

function toDay(milliseconds: number): number {
  return Math.floor(milliseconds / DAY_MILLISECONDS);
}

function drawIncidents(random: Random, count: number): Incidents[] {
  const sessions = Array.from({ length: count }, (_, index) => index);
  const failing: readonly ClaimAgent[] = [
    "coverage_agent",
    "severity_agent",
    "recommendation_agent",
    "severity_agent",
  ];
  const failures = new Map(
    random.sample(sessions, failing.length).map((session, index) => [session, failing[index]]),
  );
  const compacted = new Set(random.sample(sessions, 8));
  return sessions.map((session) => ({
    ...(failures.has(session) && { failing: failures.get(session) }),
    ...(compacted.has(session) && { compaction: session % 3 === 0 ? "auto" : "phase" }),
  }));
}

/** Leaves half of a tool call's line, as a writer does that is killed in the middle of it. */
function tearLine(content: string): string {
  const lines = content.split("\n");
  const index = lines.findIndex((line, at) => at > 6 && line.includes('"event_type":"tool_call"'));
  return lines
    .map((line, at) => (at === index ? line.slice(0, Math.floor(line.length * 0.6)) : line))
    .join("\n");
}
