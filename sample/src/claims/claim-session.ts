import { countTokens } from "@baton/core";
import { compactPhase } from "@baton/core/context-compaction";
import { z } from "zod";
import type { PolicyInForce } from "../policies";
import type { Random } from "../random";
import type { SessionRecorder } from "../session-recorder";
import type { CaseFile } from "./case-file";

const Seconds = z.tuple([z.number(), z.number()]);
const Tools = z.array(z.string()).default([]);
const Agent = z.object({
  model: z.string(),
  seconds: Seconds,
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

/** What is out of the ordinary in a session. */
export interface Incidents {
  /** The agent that fails at its first attempt and gets the same handoff again. */
  failing?: string | undefined;
  compaction?: "phase" | "auto";
}

interface Scene {
  random: Random;
  recorder: SessionRecorder;
  policy: PolicyInForce;
  file: CaseFile;
  workflow: Workflow;
  incidents: Incidents;
}

/** Plays one session: when each agent is ready, and what it can receive by then. */
export class ClaimSession {
  readonly #scene: Scene;
  readonly #readyAt = new Map<string, number>();
  #hasFailed = false;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Returns when the last agent is ready. Times are in milliseconds since 1970. */
  run(startedAt: number): number {
    const route = this.#chooseRoute();
    this.#work("intake_agent", startedAt + this.#scene.random.integer(90, 700));
    for (const [index, [from, to]] of route.entries()) {
      const arrivedAt = this.#handOver(from, to);
      // An agent waits until its next step is not another arrival.
      const next = route.slice(index + 1).find((step) => step.includes(to));
      if (next?.[1] !== to) this.#work(to, arrivedAt);
    }
    return Math.max(...this.#readyAt.values()) + 40;
  }

  #chooseRoute() {
    const { random, file, workflow } = this.#scene;
    if (file.facts.risk === "high") return workflow.routes.doubtful;
    return file.facts.risk === "medium" || random.isLucky(0.3)
      ? workflow.routes.checked
      : workflow.routes.plain;
  }

  #agent(name: string) {
    const agent = this.#scene.workflow.agents[name];
    if (!agent) throw new RangeError(`claims/workflow.yaml has no agent ${name}`);
    return agent;
  }

  #work(agent: string, from: number): void {
    const { random, recorder, file, incidents } = this.#scene;
    const [least, most] = this.#agent(agent).seconds;
    const readyAt = from + random.integer(least * 1_000, most * 1_000);
    if (agent === "recommendation_agent" && incidents.compaction && !this.#readyAt.has(agent)) {
      recorder.note(from + 8_000, "compaction", this.#compact(agent, incidents.compaction));
    }
    recorder.note(readyAt, "agent_completed", {
      agent_id: agent,
      duration_ms: readyAt - from,
      output_tokens: countTokens(JSON.stringify(file.outputs[agent])),
    });
    this.#readyAt.set(agent, readyAt);
  }

  /** Returns when the receiver has the context. */
  #handOver(from: string, to: string): number {
    const { random, recorder, incidents } = this.#scene;
    const sentAt = (this.#readyAt.get(from) ?? 0) + random.integer(1_200, 4_800);
    for (const [index, { tool, result }] of this.#observe(from, to).entries()) {
      recorder.note(sentAt - 1_000 + index * 120, "tool_call", {
        agent_id: to,
        tool,
        result_tokens: countTokens(JSON.stringify(result)),
        duration_ms: random.integer(40, 900),
      });
    }
    recorder.note(sentAt, "agent_started", { agent_id: to, after: from });
    this.#writeHandoff(from, to, sentAt + 2);
    if (incidents.failing !== to || this.#hasFailed) return sentAt + 2;
    this.#hasFailed = true;
    const failedAt = sentAt + random.integer(20_000, 31_000);
    const error = "the model did not answer within 20 s";
    recorder.note(failedAt, "agent_error", { agent_id: to, error, attempt: 1 });
    this.#writeHandoff(from, to, failedAt + 2_000);
    return failedAt + 2_000;
  }

  #writeHandoff(from: string, to: string, at: number): void {
    const { recorder, policy, file } = this.#scene;
    const finished = [...this.#readyAt].filter(([, readyAt]) => readyAt < at).sort(([, a], [, b]) => a - b);
    recorder.handOver(policy.compiled, {
      at,
      from,
      to,
      toModel: this.#agent(to).model,
      context: {
        prior_outputs: Object.fromEntries(finished.map(([agent]) => [agent, file.outputs[agent]])),
        observations: this.#observe(from, to),
        original_input: file.originalInput,
      },
    });
  }

  /** Returns what `to` knows from its tools when `from` hands over to it. */
  #observe(from: string, to: string) {
    const { tools, tools_after } = this.#agent(to);
    return (tools_after[from] ?? tools).flatMap((tool) => this.#scene.file.observations[tool] ?? []);
  }

  /** Compacts an agent's working conversation, and returns the fields of the event as the core computes them. */
  #compact(agent: string, trigger: "phase" | "auto"): Record<string, unknown> {
    const { facts, originalInput, outputs } = this.#scene.file;
    const { event } = compactPhase({
      output: {
        original_input: originalInput,
        prior_outputs: outputs,
        observations: this.#observe("severity_agent", agent),
        working_notes: facts.findings.map((finding, index) => `Picture ${index + 1}: ${finding}.`),
      },
      essential: {
        task_id: facts.claim_id,
        feature: "recommend a settlement",
        spec_path: `policies/${facts.policy_id}`,
        workflow_id: this.#scene.recorder.workflowId,
      },
      nextPhase: "planning: the settlement, its likely cost and range, the excess, doubts about the claim",
      contract: { literal: [facts.claim_id] },
    });
    return { ...event, agent_id: agent, trigger };
  }
}
