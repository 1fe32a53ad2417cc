import { v4 } from "uuid";
import { z } from "zod";
import { momentOn } from "./calendar";
import { openProject } from "./oauth";
import type { StorySetting } from "./sample-data";
import type { SampleFile } from "./sample-file";
import { drawFunctions, render, Template } from "./template";
import { TranscriptWriter } from "./transcript-writer";

/** The repository that the transcripts work on. */
const FOLDER = "/home/dana/customer-api";

const Answer = z.strictObject({ answer: z.string(), uses: z.array(Template).default([]) });
const Step = z.union([
  z.strictObject({ ask: z.string() }),
  Answer,
  z.strictObject({
    compact: z.enum(["auto", "manual"]),
    summary: z.string(),
    is_measured: z.boolean().default(false),
  }),
  z.strictObject({
    delegate: z.object({ subagent_type: z.string(), description: z.string(), prompt: z.string() }),
    steps: z.array(Answer),
    returns: z.string(),
  }),
]);
const Transcript = z.object({
  days_ago: z.number(),
  hour: z.number(),
  branch: z.string(),
  steps: z.array(Step),
});
const Shapes = z.record(z.enum(["lines", "tools"]), z.record(z.string(), Template));
const ToolUse = z.object({ name: z.string(), input: Template, output: z.string() });

/** Generates three sessions of a person with a coding agent on the project of the OAuth2 workflow. */
export function generateTranscripts({ random, today, data }: StorySetting): SampleFile[] {
  const stories = { "early-sign-out": "sign-out", "partner-guide": "guide", "mobile-app": "mobile" };
  return Object.entries(stories).flatMap(([file, chance]) =>
    playTranscript({ random: random.fork(chance), today, data }, file),
  );
}

function playTranscript({ random, today, data }: StorySetting, name: string): SampleFile[] {
  const { days_ago, hour, branch, steps } = data.yaml(`transcripts/${name}.yaml`, Transcript);
  const { lines: shapes, tools } = data.yaml("transcripts/shapes.yaml", Shapes);
  const briefing = data.text("transcripts/briefing.md");
  const continued = data.text("transcripts/continued.md");
  const project = openProject(data);
  const sessionId = v4({ random: random.bytes(16) });
  const startedAt = momentOn(today, days_ago, hour) + random.integer(0, 50) * 60_000;
  const model = "claude-opus-4-6";
  const writer = new TranscriptWriter({
    random,
    sessionId,
    startedAt,
    model,
    folder: FOLDER,
    branch,
    shapes,
  });
  const subagents: SampleFile[] = [];

  const numbered = (path: string) =>
    (project.get(path) ?? "")
      .split("\n")
      .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
      .join("\n");
  const context = { ...drawFunctions(random), folder: FOLDER, numbered };
  const useTool = (template: Template) => {
    const use = render(template, context, Template);
    const uses =
      typeof use.read_some === "number"
        ? random.sample([...project.keys()], use.read_some).map((read): Template => ({ read }))
        : [use];
    return uses.map((values) => {
      const tool = Object.keys(values).find((key) => key in tools) ?? "";
      return render(tools[tool] ?? {}, { ...context, ...values }, ToolUse);
    });
  };
  const answer = (by: TranscriptWriter, { answer: text, uses }: z.infer<typeof Answer>) =>
    by.answer(text, uses.flatMap(useTool));

  for (const step of steps) {
    if ("ask" in step) writer.ask(step.ask);
    else if ("answer" in step) answer(writer, step);
    else if ("compact" in step) {
      writer.compact(step.compact, step.summary, continued + step.summary, step.is_measured);
    } else {
      const task = { ...step.delegate, prompt: briefing + step.delegate.prompt };
      const subagent = writer.delegate(task, (worker) => {
        for (const work of step.steps) answer(worker, work);
        return step.returns;
      });
      subagents.push(subagent);
    }
  }
  return [writer.toFile(sessionId), ...subagents];
}
