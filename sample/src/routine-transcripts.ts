import { v4 } from "uuid";
import { z } from "zod";
import { DAY_MILLISECONDS, isWorkingDay, SAMPLE_DAYS } from "./calendar";
import type { StorySetting } from "./sample-data";
import type { SampleFile } from "./sample-file";
import { Template } from "./template";
import { TranscriptWriter } from "./transcript-writer";

const Routine = z.object({
  projects: z.array(z.object({ folder: z.string(), branches: z.array(z.string()) })),
  models: z.array(z.string()),
  tasks: z.array(z.object({ ask: z.string(), answers: z.array(z.string()) })),
});
const Shapes = z.object({ lines: z.record(z.string(), Template) });

/** Generates a short session with a coding agent on each working day, in several projects and with several models. */
export function generateRoutine({ random, today, data }: StorySetting): SampleFile[] {
  const { projects, models, tasks } = data.yaml("transcripts/routine.yaml", Routine);
  const { lines: shapes } = data.yaml("transcripts/shapes.yaml", Shapes);
  const days = Array.from({ length: SAMPLE_DAYS - 1 }, (_, index) => today - (index + 1) * DAY_MILLISECONDS);
  return days.filter(isWorkingDay).map((day) => {
    const { folder, branches } = random.pick(projects);
    const { ask, answers } = random.pick(tasks);
    const sessionId = v4({ random: random.bytes(16) });
    const writer = new TranscriptWriter({
      random,
      sessionId,
      startedAt: day + random.integer(8 * 60, 16 * 60) * 60_000,
      model: random.pick(models),
      folder,
      branch: random.pick(branches),
      shapes,
    });
    writer.ask(ask);
    for (const answer of answers) writer.answer(answer);
    return writer.toFile(sessionId);
  });
}
