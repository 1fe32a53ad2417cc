import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildSourceFile, buildWorkspace } from "../../../test/factories";
import { messageUsage } from "../../schema/index";
import { getCallHabits } from "./call-habits";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("a model is calibrated by its long answers of text alone, if there are enough", async () => {
  const { db } = database;
  const workspaceId = await buildWorkspace(db);
  const sourceFileId = await buildSourceFile(db, workspaceId);
  const at = new Date("2026-03-01T10:00Z");
  const answers = (model: string, count: number, outputTokens: number, answerTokens: number | null) =>
    Array.from({ length: count }, (_, sequence) => ({
      workspaceId,
      sourceFileId,
      generation: 0,
      sequence,
      usageKey: `${model} ${outputTokens} ${sequence}`,
      agent: "main",
      model,
      occurredAt: at,
      countedAt: at,
      outputTokens,
      answerTokens,
    }));
  await db.insert(messageUsage).values([
    ...answers("new", 15, 120, 100),
    ...answers("new", 5, 140, 100),
    // A call of a tool, a short answer, and the count of an unfinished answer.
    ...answers("new", 5, 900, null),
    ...answers("new", 5, 60, 10),
    ...answers("new", 5, 1, 100),
    ...answers("rare", 19, 120, 100),
  ]);
  const { ofModel, ofAll } = await getCallHabits(db, { workspaceId, before: new Date("2026-04-01T00:00Z") });
  expect(ofModel.get("new")?.calibration).toEqual({
    factor: 1.25,
    lowFactor: 1.2,
    highFactor: 1.4,
    answers: 20,
  });
  expect([ofModel.get("rare")?.calibration, ofAll?.calibration]).toEqual([null, null]);
});
