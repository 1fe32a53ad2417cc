import { expect, it } from "vitest";
import { nextStage, STAGES, stageName } from "./stage-words";

it("leads from observing over growing shares to every session", () => {
  const names: string[] = [];
  let stage: (typeof STAGES)[number] | null = { stage: "observe" };
  while (stage) {
    names.push(stageName(stage));
    stage = nextStage(stage);
  }
  expect(names).toEqual(STAGES.map(stageName));
  expect(nextStage({ stage: "workflows", workflows: ["claims"] })).toEqual(STAGES[1]);
});
