import type { FieldLineage, FieldStep } from "@baton/server/lineage";
import { formatCount } from "@baton/ui/format/number";
import { formatTime } from "@baton/ui/format/time";
import type { LaneFlowProps, LaneFlowStep } from "@baton/ui/graph/lane-flow";
import type { RouterOutputs } from "@/server/root";

type Found = RouterOutputs["lineage"]["field"];

/** With more handoffs, only those with the field are drawn, up to a readable number. */
const FEW = 24;
const MOST = 60;

/** Computes the lanes and steps of a field's path, and the number of omitted handoffs. */
export function prepareLanes(
  { lineage, handoffs }: { lineage: FieldLineage; handoffs: Found["handoffs"] },
  timeZone: string,
): Omit<LaneFlowProps, "label"> & { leftOut: number } {
  const stepsOf = new Map<number, FieldStep[]>();
  for (const step of lineage.steps) {
    const known = stepsOf.get(step.number);
    if (known) known.push(step);
    else stepsOf.set(step.number, [step]);
  }
  const drawn = handoffs
    .map((handoff, index) => ({ ...handoff, number: index + 1, held: stepsOf.get(index + 1) ?? [] }))
    .filter(({ held }) => handoffs.length <= FEW || held.length > 0)
    .slice(0, MOST);
  const columnOf = new Map(drawn.map(({ number }, column) => [number, column]));
  const takingPart = new Set(drawn.flatMap(({ fromAgent, toAgent }) => [fromAgent, toAgent]));
  const beside = lineage.holders.filter(
    ({ agent, possession }) => possession !== "no" && !takingPart.has(agent),
  );
  const shown = new Set([...takingPart, ...beside.map(({ agent }) => agent)]);
  const lanes = lineage.holders.filter(({ agent }) => shown.has(agent));
  const originOf = firsts(lineage.origins, ({ source }) => (source.kind === "output" ? source.name : null));
  const arrivalOf = firsts(lineage.steps, ({ toAgent, has }) => (has === "no" ? null : toAgent));
  return {
    lanes: lanes.map(({ agent, possession }) => ({
      id: agent,
      label: agent,
      isStrong: possession !== "no" && possession !== "unknown",
    })),
    steps: drawn.map((handoff) => ({
      id: handoff.eventId,
      order: String(handoff.number),
      time: formatTime(handoff.occurredAt, timeZone),
      fromLaneId: handoff.fromAgent,
      toLaneId: handoff.toAgent,
      isDashed: handoff.isDefault,
      ...lookOf(handoff.held),
    })),
    stretches: lanes.flatMap(({ agent, possession, leak }) => {
      if (possession === "no" || possession === "unknown") return [];
      const [wrote, got] = [originOf.get(agent), arrivalOf.get(agent)];
      const begins = possession === "wrote" && (!got || !wrote || wrote.number <= got.number);
      const from = (begins ? wrote : got)?.number ?? 0;
      const alarm = leak ? toStretch(agent, columnOf.get(leak.number), "alarm", false) : [];
      if (leak?.number === from) return alarm;
      return [...toStretch(agent, columnOf.get(from), "has", begins), ...alarm];
    }),
    leftOut: handoffs.length - drawn.length,
  };
}

/** Returns the first step of each agent; skips steps for which `agentOf` returns null. */
function firsts(steps: readonly FieldStep[], agentOf: (step: FieldStep) => string | null) {
  const found = new Map<string, FieldStep>();
  for (const step of steps) {
    const agent = agentOf(step);
    if (agent !== null && !found.has(agent)) found.set(agent, step);
  }
  return found;
}

/** Returns the columns in which a lane has the field; empty if its start is not drawn. */
function toStretch(laneId: string, from: number | undefined, look: "has" | "alarm", begins: boolean) {
  return from === undefined ? [] : [{ laneId, from, look, begins }];
}

/** Returns the look of a handoff, by its most important outcome. */
function lookOf(held: readonly FieldStep[]): Pick<LaneFlowStep, "look" | "word" | "figure"> {
  const leaked = held.filter(({ leak }) => leak !== null);
  if (leaked.length > 0) return { look: "alarm", word: "leak", figure: tokensOf(leaked, "after") };
  const passed = held.filter(({ has }) => has !== "no");
  if (passed.length > 0) {
    return { look: "passed", word: wordOf(passed[0]), figure: tokensOf(passed, "after") };
  }
  if (held.length > 0) {
    const first = held.find(({ isBlocked }) => isBlocked) ?? held[0];
    return { look: "stopped", word: wordOf(first), figure: tokensOf(held, "tokens") };
  }
  return { look: "absent" };
}

const WORDS = {
  blocked: "blocked",
  not_allowed: "not allowed",
  mode: "mode",
  dropped: "dropped",
  redacted: "redacted",
  extracted: "not extracted",
  summarized: "summarized",
} as const;

function wordOf(step: FieldStep | undefined): string {
  if (!step?.cause) return "passed";
  return step.isBlocked && step.has === "no" ? WORDS.blocked : WORDS[step.cause];
}

function tokensOf(steps: readonly FieldStep[], size: "tokens" | "after"): string {
  return `${formatCount(steps.reduce((sum, step) => sum + step[size], 0))} tokens`;
}
