import { compactPhase, EssentialState, SurvivalContract } from "@baton/core/compaction";
import { countTokens } from "@baton/core/tokens";
import { z } from "zod";
import type { CaseFile } from "./case-file";
import type { Random } from "./random";
import type { SessionRecorder } from "./session-recorder";
import { render, type Template } from "./template";

const Tools = z.array(z.string()).default([]);
const Agent = z.object({
  model: z.string(),
  seconds: z.tuple([z.number(), z.number()]),
  tools: Tools,
  tools_after: z.record(z.string(), Tools).default({}),
});
/** The handoffs of a session in order, each as sender and receiver. */
const Route = z.array(z.tuple([z.string(), z.string()]));

/** The shape of `claims/workflow.yaml`, which explains its fields. */
export const Workflow = z.object({
  agents: z.record(z.string(), Agent),
  routes: z.object({ plain: Route, checked: Route, doubtful: Route }),
  failing: z.array(z.string()),
  compacted: z.number(),
});
export type Workflow = z.infer<typeof Workflow>;

/** The shape of `claims/compaction.yaml`. */
const Compaction = z.object({
  output: z.unknown(),
  essential: EssentialState,
  nextPhase: z.string(),
  contract: SurvivalContract,
});

/** The unusual events of a session. */
export interface Incidents {
  /** The agent that fails at its first attempt and gets the same handoff again. */
  failing?: string | undefined;
  compaction?: "phase" | "auto";
}

interface Scene {
  random: Random;
  recorder: SessionRecorder;
  file: CaseFile;
  workflow: Workflow;
  /** The template of the compacted text. */
  compaction: Template;
  incidents: Incidents;
}

/**
 * Plays one session, and returns the time when the last agent is done. Times are in milliseconds since 1970.
 */
export function playClaim(scene: Scene, startedAt: number): number {
  const { random, recorder, file, workflow, compaction, incidents } = scene;
  const { facts, originalInput, outputs } = file;
  const readyAt = new Map<string, number>();
  let hasFailed = false;

  const chooseRoute = () => {
    if (facts.risk === "high") return workflow.routes.doubtful;
    const isChecked = facts.risk === "medium" || random.isLucky(0.3);
    return isChecked ? workflow.routes.checked : workflow.routes.plain;
  };

  const agentOf = (name: string) => {
    const agent = workflow.agents[name];
    if (!agent) throw new RangeError(`claims/workflow.yaml has no agent ${name}`);
    return agent;
  };

  /** Returns the tool results that `to` knows when it receives a handoff from `from`. */
  const observe = (from: string, to: string) => {
    const { tools, tools_after } = agentOf(to);
    return (tools_after[from] ?? tools).flatMap((tool) => file.observations[tool] ?? []);
  };

  const work = (agent: string, from: number) => {
    const [least, most] = agentOf(agent).seconds;
    const at = from + random.integer(least * 1_000, most * 1_000);
    if (agent === "recommendation_agent" && incidents.compaction && !readyAt.has(agent)) {
      const observations = observe("severity_agent", agent);
      const workflow_id = recorder.workflowId;
      const context = {
        ...facts,
        original_input: originalInput,
        prior_outputs: outputs,
        observations,
        workflow_id,
      };
      const { event } = compactPhase(render(compaction, context, Compaction));
      recorder.note(from + 8_000, "compaction", { ...event, agent_id: agent, trigger: incidents.compaction });
    }
    const output_tokens = countTokens(JSON.stringify(outputs[agent]));
    recorder.note(at, "agent_completed", { agent_id: agent, duration_ms: at - from, output_tokens });
    readyAt.set(agent, at);
  };

  const writeHandoff = (from: string, to: string, at: number) => {
    const finished = [...readyAt].filter(([, ready]) => ready < at).sort(([, a], [, b]) => a - b);
    const prior_outputs = Object.fromEntries(finished.map(([agent]) => [agent, outputs[agent]]));
    const context = { prior_outputs, observations: observe(from, to), original_input: originalInput };
    recorder.handOver(at, { from, to, toModel: agentOf(to).model, context });
    return at;
  };

  /** Returns the time when the receiver has the context. */
  const handOver = (from: string, to: string) => {
    const sentAt = (readyAt.get(from) ?? 0) + random.integer(1_200, 4_800);
    for (const [index, { tool, result }] of observe(from, to).entries()) {
      const result_tokens = countTokens(JSON.stringify(result));
      const call = { agent_id: to, tool, result_tokens, duration_ms: random.integer(40, 900) };
      recorder.note(sentAt - 1_000 + index * 120, "tool_call", call);
    }
    recorder.note(sentAt, "agent_started", { agent_id: to, after: from });
    const receivedAt = writeHandoff(from, to, sentAt + 2);
    if (incidents.failing !== to || hasFailed) return receivedAt;
    hasFailed = true;
    const failedAt = sentAt + random.integer(20_000, 31_000);
    const error = "the model did not answer within 20 s";
    recorder.note(failedAt, "agent_error", { agent_id: to, error, attempt: 1 });
    return writeHandoff(from, to, failedAt + 2_000);
  };

  const route = chooseRoute();
  work("intake_agent", startedAt + random.integer(90, 700));
  for (const [index, [from, to]] of route.entries()) {
    const arrivedAt = handOver(from, to);
    // An agent starts to work if its next step is not another arrival.
    const next = route.slice(index + 1).find((step) => step.includes(to));
    if (next?.[1] !== to) work(to, arrivedAt);
  }
  return Math.max(...readyAt.values()) + 40;
}
