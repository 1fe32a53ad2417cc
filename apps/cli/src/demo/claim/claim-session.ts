import { countTokens } from "@baton/core";
import { hexId } from "../identifier";
import type { PolicyInForce } from "../policies";
import type { Random } from "../random";
import { SessionRecorder } from "../session-recorder";
import { compactCase } from "./case-compaction";
import { type CaseFile, drawCaseFile } from "./case-file";
import { type Claim, drawClaim } from "./claim";
import { CLAIM_AGENTS, type ClaimAgent, ROUTES, type Route } from "./route";

/** What is out of the ordinary in a session. */
export interface Incidents {
  /** The agent that fails at its first attempt and is given the same handoff again. */
  failing?: ClaimAgent;
  compaction?: "phase" | "auto";
}

/**
 * Plays the handling of one claim through, from notification to explanation. `startedAt`: milliseconds since 1970.
 */
export function playClaimSession(
  random: Random,
  startedAt: number,
  policy: PolicyInForce,
  incidents: Incidents,
): SessionRecorder {
  const claim = drawClaim(random, startedAt);
  const day = new Date(startedAt).toISOString().slice(0, 10).replaceAll("-", "");
  const time = new Date(startedAt).toISOString().slice(11, 19).replaceAll(":", "");
  const workflowId = `wf-${day}-claims-${hexId(random, 4)}`;
  const sessionId = `session_${day}_${time}_${hexId(random, 8)}`;
  const recorder = new SessionRecorder({ sessionId, workflowId, random });
  const file = drawCaseFile(claim, workflowId, random);
  recorder.note(startedAt, "session_start", {
    title: claim.title,
    workflow: "claims_triage",
    claim_id: claim.claimId,
  });
  recorder.announce(startedAt + 3, policy.announcement);
  const play = new Play({ random, recorder, policy, file, claim, incidents });
  const endedAt = play.run(chooseRoute(claim, random), startedAt + random.integer(90, 700));
  recorder.note(endedAt, "session_end", {
    status: claim.risk === "high" ? "referred" : "completed",
    duration_ms: endedAt - startedAt,
  });
  return recorder;
}

function chooseRoute(claim: Claim, random: Random): Route {
  if (claim.risk === "high") return ROUTES.doubtful;
  return claim.risk === "medium" || random.isLucky(0.3) ? ROUTES.checked : ROUTES.plain;
}

interface Scene {
  random: Random;
  recorder: SessionRecorder;
  policy: PolicyInForce;
  file: CaseFile;
  claim: Claim;
  incidents: Incidents;
}

/** The course of one session in time: when each agent was ready, and what it could be given by then. */
class Play {
  readonly #scene: Scene;
  readonly #readyAt = new Map<ClaimAgent, number>();
  #hasFailed = false;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** @returns when the last agent was ready, in milliseconds since 1970. */
  run(route: Route, startedAt: number): number {
    this.#work("intake_agent", startedAt);
    for (const [from, to] of route) {
      const isLast = route.findLast(([, receiver]) => receiver === to)?.[0] === from;
      const arrivedAt = this.#handOver(from, to);
      if (isLast) this.#work(to, arrivedAt);
    }
    if (route === ROUTES.doubtful) {
      this.#work("recommendation_agent", this.#handOver("explainability_agent", "recommendation_agent"));
    }
    return Math.max(...this.#readyAt.values()) + 40;
  }

  #work(agent: ClaimAgent, from: number): void {
    const { random, recorder, claim, file, incidents } = this.#scene;
    const [least, most] = CLAIM_AGENTS[agent].seconds;
    const readyAt = from + random.integer(least * 1_000, most * 1_000);
    if (agent === "recommendation_agent" && incidents.compaction && !this.#readyAt.has(agent)) {
      recorder.note(from + 8_000, "compaction", compactCase(claim, file, incidents.compaction));
    }
    recorder.note(readyAt, "agent_completed", {
      agent_id: agent,
      duration_ms: readyAt - from,
      output_tokens: countTokens(JSON.stringify(file.outputs[agent])),
    });
    this.#readyAt.set(agent, readyAt);
  }

  /** @returns when the receiver had the context, in milliseconds since 1970. */
  #handOver(from: ClaimAgent, to: ClaimAgent): number {
    const { random, recorder, file, incidents } = this.#scene;
    const sentAt = (this.#readyAt.get(from) ?? 0) + random.integer(1_200, 4_800);
    for (const [index, { tool, result }] of file.observationsOf(from, to).entries()) {
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
    recorder.note(failedAt, "agent_error", {
      agent_id: to,
      error: "the model did not answer within 20 s",
      attempt: 1,
    });
    this.#writeHandoff(from, to, failedAt + 2_000);
    return failedAt + 2_000;
  }

  #writeHandoff(from: ClaimAgent, to: ClaimAgent, at: number): void {
    const { recorder, policy, file } = this.#scene;
    const finished = [...this.#readyAt].filter(([, readyAt]) => readyAt < at).sort(([, a], [, b]) => a - b);
    recorder.handOver(policy.compiled, {
      at,
      from,
      to,
      toModel: CLAIM_AGENTS[to].model,
      context: {
        prior_outputs: Object.fromEntries(finished.map(([agent]) => [agent, file.outputs[agent]])),
        observations: file.observationsOf(from, to),
        original_input: file.originalInput,
      },
    });
  }
}
