import { describe, expect, it } from "vitest";
import { HANDOFF, RESPONSE } from "../../test/task-documents";
import { readSessionEvent } from "../session/session-event";
import { TaskHandoffEvent, TaskResponseEvent } from "../session/task";
import { AgentContextHub } from "./agent-context-hub";
import { compressTaskHandoff } from "./compress-task-handoff";
import { IllegalTaskStep, type TaskEvent, TaskLifecycle, type TaskStep } from "./task-lifecycle";
import { collectTaskAttempts, measureTasks } from "./task-metrics";

function createLifecycle() {
  const events: TaskEvent[] = [];
  let id = 0;
  const lifecycle = new TaskLifecycle({
    sessionId: "hall",
    workflowId: "evening",
    now: () => Date.UTC(2026, 0, 31),
    newId: () => `id-${++id}`,
    record: (event) => events.push(event),
  });
  return { lifecycle, events };
}

/** All steps with their requirements, in order; `run` takes the first ones. */
const STEPS: [TaskStep, (lifecycle: TaskLifecycle) => unknown][] = [
  ["create", (lifecycle) => lifecycle.create(HANDOFF)],
  ["validate", (lifecycle) => lifecycle.validate()],
  ["estimate", (lifecycle) => lifecycle.estimate(900)],
  ["send", (lifecycle) => lifecycle.send()],
  ["respond", (lifecycle) => lifecycle.respond(RESPONSE)],
  ["validateResponse", (lifecycle) => lifecycle.validateResponse()],
  ["updateHub", (lifecycle) => lifecycle.updateHub(new AgentContextHub())],
];

function run(lifecycle: TaskLifecycle, count: number): void {
  for (const [, take] of STEPS.slice(0, count)) take(lifecycle);
}

describe("TaskLifecycle", () => {
  it("completes a task and records each step", () => {
    const { lifecycle, events } = createLifecycle();
    run(lifecycle, STEPS.length);
    expect(lifecycle.state).toBe("done");
    expect(events.map(({ event_type, step }) => `${event_type} ${step}`)).toEqual([
      "task_handoff create",
      "task_handoff validate",
      "task_handoff estimate",
      "task_handoff send",
      "task_response respond",
      "task_response validate",
      "task_response update_hub",
    ]);
    expect(events[0]).toMatchObject({ session_id: "hall", task_id: "seats-007", handoff: HANDOFF });
    expect(events[6]).toMatchObject({ added_interfaces: ["SeatMapProps"], conflicting_interfaces: [] });
    expect(new Set(events.map(({ attempt_id }) => attempt_id)).size).toBe(1);
    expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(7);
  });

  it("records events that readSessionEvent accepts", () => {
    const { lifecycle, events } = createLifecycle();
    run(lifecycle, STEPS.length);
    for (const event of events) {
      const read = readSessionEvent(JSON.parse(JSON.stringify(event)));
      expect(read).toMatchObject({
        ok: true,
        record: { eventType: event.event_type, identity: event.event_id },
      });
    }
  });

  it.each(STEPS.flatMap((_, count) => STEPS.map(([step, take]) => ({ count, step, take }))))(
    "after $count steps, throws at $step unless it is the next step, and changes nothing",
    ({ count, step, take }) => {
      const { lifecycle, events } = createLifecycle();
      run(lifecycle, count);
      const before = lifecycle.state;
      const [next] = STEPS[count] ?? [];
      // A task starts again if its agent did not respond or must repeat it.
      const isAllowed = step === next || (step === "create" && ["sent", "answer_valid"].includes(before));
      if (isAllowed) return expect(() => take(lifecycle)).not.toThrow();
      expect(() => take(lifecycle)).toThrow(IllegalTaskStep);
      expect([lifecycle.state, events.length]).toEqual([before, count]);
    },
  );

  it("rejects an invalid handoff until it is created again", () => {
    const { lifecycle, events } = createLifecycle();
    lifecycle.create({ ...HANDOFF, tokenBudget: undefined });
    expect(lifecycle.validate().map(({ code }) => code)).toEqual(["missing_field"]);
    expect(lifecycle.state).toBe("refused");
    expect(() => lifecycle.estimate(0)).toThrow(/estimate is not allowed while the task is refused/);
    expect(events[1]).toMatchObject({
      accepted: false,
      findings: [{ code: "missing_field", severity: "error", path: "/tokenBudget" }],
    });
    expect(TaskHandoffEvent.safeParse(events[0]).success).toBe(true);
    run(lifecycle, 4);
    expect(lifecycle.state).toBe("sent");
  });

  it("accepts a corrected response after an invalid one, and adds only valid ones to the hub", () => {
    const { lifecycle } = createLifecycle();
    run(lifecycle, 4);
    lifecycle.respond({ ...RESPONSE, taskId: "other" });
    expect(lifecycle.validateResponse().map(({ code }) => code)).toEqual(["unknown_task"]);
    expect(() => lifecycle.updateHub(new AgentContextHub())).toThrow(IllegalTaskStep);
    lifecycle.respond(RESPONSE);
    expect(lifecycle.validateResponse()).toEqual([]);
  });
});

describe("measureTasks", () => {
  it("calculates metrics from the events of lifecycles", () => {
    const { lifecycle, events } = createLifecycle();
    lifecycle.create({ ...HANDOFF, tokenBudget: 1 });
    lifecycle.validate();
    const { handoff, compression } = compressTaskHandoff(HANDOFF);
    lifecycle.create(handoff, compression);
    lifecycle.validate();
    const estimated = lifecycle.estimate(900);
    lifecycle.send();
    lifecycle.respond(RESPONSE);
    lifecycle.validateResponse();
    run(lifecycle, 4);
    const attempts = collectTaskAttempts(events.map((event) => JSON.parse(JSON.stringify(event))));
    expect(attempts.map(({ isAccepted, isSent }) => [isAccepted, isSent])).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ]);
    expect(measureTasks(attempts)).toMatchObject({
      handoffs: 3,
      overTarget: { part: 0, whole: 3 },
      compressionRatio: compression.interfaces.before / compression.interfaces.after,
      rejected: { part: 1, whole: 3 },
      usedToEstimated: 1_200 / estimated,
      reworked: { part: 1, whole: 1 },
    });
  });

  it("calculates metrics from events without steps", () => {
    const sent = TaskHandoffEvent.parse({ event_type: "task_handoff", handoff: HANDOFF });
    const big = { ...HANDOFF, taskId: "seats-009", note: "seat ".repeat(600) };
    const answered = TaskResponseEvent.parse({ event_type: "task_response", response: RESPONSE });
    const attempts = collectTaskAttempts([sent, answered, TaskHandoffEvent.parse({ ...sent, handoff: big })]);
    expect(attempts.map(({ taskId, actualTokens }) => [taskId, actualTokens])).toEqual([
      ["seats-007", 1_200],
      ["seats-009", null],
    ]);
    expect(measureTasks(attempts)).toMatchObject({
      overTarget: { part: 1, whole: 2 },
      rejected: { part: 0, whole: 0 },
      compressionRatio: null,
      usedToEstimated: null,
      reworked: { part: 0, whole: 2 },
    });
  });

  it("returns null, not zero, without tasks", () => {
    expect(measureTasks([])).toMatchObject({
      handoffs: 0,
      meanTokens: null,
      largestTokens: null,
      usedToEstimated: null,
    });
  });
});
