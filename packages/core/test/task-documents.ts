import type { TaskHandoff, TaskResponse } from "../src/task/task-handoff";

/** A task handoff without findings. */
export const HANDOFF: TaskHandoff = {
  taskId: "seats-007",
  fromAgent: "orchestrator",
  toAgent: "frontend",
  taskName: "Show taken seats",
  taskDescription: "Draw taken seats of a hall in grey, and keep them from being chosen",
  interfaces: { Seat: "interface Seat { row: number; taken: boolean }" },
  dependencies: ["src/hall/seat-map.tsx", "src/app/[hall]/page.tsx"],
  criticalNotes: ["A taken seat must not get the focus"],
  testRequirements: ["A taken seat cannot be chosen"],
  tokenBudget: 1_500,
};

/** A response to `HANDOFF` without findings. */
export const RESPONSE: TaskResponse = {
  taskId: "seats-007",
  agentType: "frontend",
  status: "success",
  filesModified: ["src/hall/seat-map.tsx"],
  filesCreated: [],
  interfaces: { SeatMapProps: "interface SeatMapProps { seats: Seat[] }" },
  exports: ["SeatMap"],
  tests: ["src/hall/seat-map.test.tsx"],
  tokenUsage: 1_200,
  executionTime: 4_000,
  warnings: [],
};
