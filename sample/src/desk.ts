import {
  type ContextHandoffEvent,
  type HandoffContext,
  type Summarizer,
  scopeContextWith,
  summarizeExtractively,
} from "@baton/core";
import { countTokens } from "@baton/core/tokens";
import { z } from "zod";
import { DAY_MILLISECONDS, isWorkingDay, momentOn, SAMPLE_DAYS } from "./calendar";
import { type PolicyInForce, type SamplePolicies, versionAt } from "./policies";
import type { Random } from "./random";
import type { StorySetting } from "./sample-data";
import { type SampleFile, toJsonLines } from "./sample-file";
import { SessionRecorder } from "./session-recorder";
import { drawFunctions, renderInOrder, Template } from "./template";

const Range = z.tuple([z.number(), z.number()]);

/** The shape of `desk/workflow.yaml`, which explains its fields. */
const Desk = z.object({
  agents: z.record(
    z.string(),
    z.object({ model: z.string(), seconds: Range, errors: Range.default([0, 0]) }),
  ),
  route: z.array(z.tuple([z.string(), z.string()])),
  sessions: z.object({ working_day: Range, weekend: Range }),
  changed_days_ago: z.number(),
  entries: z.object({ before: z.number(), since: z.number() }),
});
type Desk = z.infer<typeof Desk>;

const Topic = z.looseObject({ title: z.string() });

/** A question with its handoffs, which sessions with this question repeat with their own IDs and times. */
interface Question {
  title: string;
  handoffs: readonly ContextHandoffEvent[];
}

/**
 * Generates the work of a service desk with many short sessions; a file holds those of one day. Its pair from
 * account to billing saves less since the customer system returns more entries.
 */
export async function generateDesk(
  { random, today, data }: StorySetting,
  policies: SamplePolicies,
): Promise<SampleFile[]> {
  const desk = data.yaml("desk/workflow.yaml", Desk);
  const topics = data.yaml("desk/topics.yaml", z.array(Topic));
  const outputs = data.yaml("desk/outputs.yaml", Template);
  const base = { texts: data.yaml("desk/texts.yaml", z.unknown()), ...drawFunctions(random.fork("texts")) };
  const openQuestions = (entries: number) =>
    Promise.all(
      topics.map(async (topic): Promise<Question> => {
        const context = { ...base, topic, entries };
        const handoffs = await scopeRoute(desk, renderInOrder(outputs, context), policies.first);
        return { title: topic.title, handoffs };
      }),
    );
  const before = await openQuestions(desk.entries.before);
  const since = await openQuestions(desk.entries.since);
  const changedAt = momentOn(today, desk.changed_days_ago, 0);
  const days = Array.from({ length: SAMPLE_DAYS - 1 }, (_, index) => index);
  return days.map((index) => {
    const day = today - (SAMPLE_DAYS - 1 - index) * DAY_MILLISECONDS;
    const chance = random.fork(`day ${index}`);
    const hasChanged = day >= changedAt;
    const policy = versionAt(policies, today, day);
    const recorders = drawTimes(chance, desk, day, index / SAMPLE_DAYS).map((startedAt) => {
      const question = chance.pick(hasChanged ? since : before);
      return playQuestion({ random: chance, desk, question, policy, startedAt, hasChanged });
    });
    // A session of the day reports the policy for all.
    recorders[0]?.announce(recorders[0].startedAt);
    const date = new Date(day).toISOString().slice(0, 10);
    return {
      path: `sessions/service-desk-${date}.jsonl`,
      content: toJsonLines(recorders.flatMap((recorder) => recorder.toEvents())),
    };
  });
}

/** Replaces a small model: it reads the text, and its answer is the extractive summary. */
const summarizer: Summarizer = {
  summarize: async (request) => {
    const text = summarizeExtractively(request);
    return { text, tokensUsed: countTokens(request.text) + countTokens(text) };
  },
};

/** Scopes the handoffs of a route, each with the outputs of all agents that are done by then. */
async function scopeRoute(
  { agents, route }: Desk,
  outputs: Readonly<Record<string, unknown>>,
  policy: PolicyInForce,
): Promise<ContextHandoffEvent[]> {
  const events: ContextHandoffEvent[] = [];
  const done: Record<string, unknown> = {};
  for (const [from, to] of route) {
    done[from] = outputs[from];
    const context: HandoffContext = { prior_outputs: { ...done }, observations: [], original_input: {} };
    const { event } = await scopeContextWith(summarizer, policy.compiled, {
      from,
      to,
      toModel: agents[to]?.model,
      context,
      now: 0,
      sessionId: "",
      workflowId: "",
      newId: () => "",
    });
    if (event) events.push(event);
  }
  return events;
}

/** Plays a session from the question to the reply. */
function playQuestion({
  random,
  desk,
  question,
  policy,
  startedAt,
  hasChanged,
}: {
  random: Random;
  desk: Desk;
  question: Question;
  policy: PolicyInForce;
  startedAt: number;
  hasChanged: boolean;
}): SessionRecorder {
  const day = new Date(startedAt).toISOString().slice(0, 10).replaceAll("-", "");
  const workflowId = `wf-${day}-desk-${random.hex(6)}`;
  const recorder = new SessionRecorder({ random, workflowId, policy, startedAt });
  recorder.note(startedAt, "session_start", { title: question.title, workflow: "service_desk" });
  let at = startedAt;
  const isFailing = (agent: string) => random.isLucky(desk.agents[agent]?.errors[hasChanged ? 1 : 0] ?? 0);
  for (const handoff of question.handoffs) {
    const [least, most] = desk.agents[handoff.from_agent_id]?.seconds ?? [1, 1];
    at += random.integer(least * 1_000, most * 1_000);
    recorder.repeat(at, handoff);
    if (!isFailing(handoff.to_agent_id)) continue;
    at += 30_000;
    const error = "the model did not answer within 30 s";
    recorder.note(at, "agent_error", { agent_id: handoff.to_agent_id, error, attempt: 1 });
    at += 1_000;
    recorder.repeat(at, handoff);
  }
  at += 4_000;
  recorder.note(at, "session_end", { status: "completed", duration_ms: at - startedAt });
  return recorder;
}

/** Draws the starts of a day's sessions, in order. `progress`: 0 for the first day, almost 1 for the last. */
function drawTimes(random: Random, { sessions }: Desk, day: number, progress: number): number[] {
  const [first, last] = isWorkingDay(day) ? sessions.working_day : sessions.weekend;
  const count = Math.round(first + (last - first) * progress) + random.integer(-3, 3);
  const draw = () => day + random.integer(7 * 60, 18 * 60) * 60_000 + random.integer(0, 59_999);
  return Array.from({ length: count }, draw).toSorted((a, b) => a - b);
}
