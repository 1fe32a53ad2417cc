import { z } from "zod";
import { momentOn } from "./calendar";
import { uuid } from "./identifier";
import { openProject } from "./oauth";
import type { StorySetting } from "./sample-data";
import type { SampleFile } from "./sample-file";
import { render, Template, templateFunctions } from "./template";
import { type ToolUse, TranscriptWriter } from "./transcript-writer";

/** The repository that the transcripts work on. */
const FOLDER = "/home/dana/customer-api";

const Ask = z.strictObject({ ask: z.string() });
const Answer = z.strictObject({ answer: z.string(), uses: z.array(Template).default([]) });
const Compact = z.strictObject({
  compact: z.enum(["auto", "manual"]),
  summary: z.string(),
  is_measured: z.boolean().default(false),
});
const Delegate = z.strictObject({
  delegate: z.object({ subagent_type: z.string(), description: z.string(), prompt: z.string() }),
  steps: z.array(Answer),
  returns: z.string(),
});
const Transcript = z.object({
  days_ago: z.number(),
  hour: z.number(),
  branch: z.string(),
  steps: z.array(z.union([Ask, Answer, Compact, Delegate])),
});

const Tool = z.union([
  z.strictObject({ read: z.string() }),
  z.strictObject({ read_some: z.number() }),
  z.strictObject({ run: z.string(), description: z.string(), output: z.string() }),
  z.strictObject({ search: z.string(), finds: z.array(z.string()) }),
  z.strictObject({ edit: z.string(), before: z.string(), after: z.string() }),
  z.strictObject({ test: z.object({ passed: z.number(), failed: z.number() }) }),
]);

/**
 * Generates three sessions of a person with a coding agent on the repository of the OAuth2 workflow, with
 * subagents and two compactions.
 */
export function generateTranscripts({ random, today, data }: StorySetting): SampleFile[] {
  const stories = { "early-sign-out": "sign-out", "partner-guide": "guide", "mobile-app": "mobile" };
  return Object.entries(stories).flatMap(([file, chance]) =>
    playTranscript({ random: random.fork(chance), today, data }, file),
  );
}

function playTranscript({ random, today, data }: StorySetting, name: string): SampleFile[] {
  const { days_ago, hour, branch, steps } = data.yaml(`transcripts/${name}.yaml`, Transcript);
  const project = openProject(data);
  const functions = templateFunctions(random);
  const briefing = data.text("transcripts/briefing.md");
  const sessionId = uuid(random);
  const startedAt = momentOn(today, days_ago, hour) + random.integer(0, 50) * 60_000;
  const options = { random, sessionId, startedAt, model: "claude-opus-4-6", folder: FOLDER, branch };
  const writer = new TranscriptWriter(options);
  const subagents: SampleFile[] = [];

  const readFile = (path: string): ToolUse => ({
    name: "Read",
    input: { file_path: `${FOLDER}/${path}` },
    output: project
      .read(path)
      .split("\n")
      .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
      .join("\n"),
  });
  const toToolUses = (template: Template): ToolUse[] => {
    const tool = Tool.parse(render(template, functions));
    if ("read" in tool) return [readFile(tool.read)];
    if ("read_some" in tool) return random.sample(project.files, tool.read_some).map(readFile);
    if ("run" in tool) {
      return [
        { name: "Bash", input: { command: tool.run, description: tool.description }, output: tool.output },
      ];
    }
    if ("test" in tool) return [runTests(tool.test)];
    if ("search" in tool) {
      const input = { pattern: tool.search, path: FOLDER, output_mode: "content" };
      return [{ name: "Grep", input, output: tool.finds.join("\n") }];
    }
    const file_path = `${FOLDER}/${tool.edit}`;
    const input = { file_path, old_string: tool.before, new_string: tool.after, replace_all: false };
    return [{ name: "Edit", input, output: `The file ${file_path} has been updated.` }];
  };
  const answer = (by: TranscriptWriter, { answer: text, uses }: z.infer<typeof Answer>) =>
    by.answer(text, uses.flatMap(toToolUses));

  for (const step of steps) {
    if ("ask" in step) writer.ask(step.ask);
    else if ("answer" in step) answer(writer, step);
    else if ("compact" in step) writer.compact(step.compact, step.summary, step.is_measured);
    else {
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

function runTests({ passed, failed }: { passed: number; failed: number }): ToolUse {
  const verdict = failed === 0 ? `${passed} passed` : `${failed} failed, ${passed} passed`;
  const failure =
    "\n FAIL  tests/api/oauth2/token.test.ts > ends the family when a refresh token is used twice\n AssertionError: expected 200 to be 400\n";
  return {
    name: "Bash",
    input: {
      command: "npm test -- tests/api/oauth2",
      description: "Run the tests of the OAuth2 endpoints",
    },
    output: `${failed === 0 ? "" : failure}\n Tests  ${verdict}`,
  };
}
