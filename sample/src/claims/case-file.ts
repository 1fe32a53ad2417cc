import { z } from "zod";
import type { Random } from "../random";
import type { SampleData } from "../sample-data";
import { type Context, render, renderInOrder, Template, templateFunctions } from "../template";

/** The facts of a claim that the engine itself needs; templates use many more. */
const Facts = z.object({
  claim_id: z.string(),
  policy_id: z.string(),
  title: z.string(),
  risk: z.enum(["low", "medium", "high"]),
  findings: z.array(z.string()),
});
const Observation = z.object({ tool: z.string(), query: z.unknown(), result: z.unknown() });
const JsonObject = z.record(z.string(), z.unknown());

/** Everything that comes up in the handling of one claim. */
export interface CaseFile {
  facts: z.infer<typeof Facts>;
  originalInput: Record<string, unknown>;
  /** What each agent produces. */
  outputs: Record<string, unknown>;
  /** What each tool answers, by its name in `tools.yaml`. */
  observations: Record<string, z.infer<typeof Observation>>;
}

/** Reads the templates of a case file once, and returns a function that draws case files. */
export function openCaseFiles(data: SampleData, agents: readonly string[]) {
  const read = (name: string) => data.yaml(`claims/${name}.yaml`, z.unknown());
  const template = (name: string) => data.yaml(`claims/${name}.yaml`, Template);
  const lists: Context = {
    people: read("people"),
    losses: { motor: read("motor-losses"), home: read("home-losses") },
    clauses: read("clauses"),
    remarks: read("remarks"),
    call: read("call"),
  };
  const claim = template("claim");
  const outputs = Object.fromEntries(agents.map((agent) => [agent, template(`outputs/${agent}`)]));
  const tools = template("tools");
  const notification = template("notification");

  /** Draws the facts of a claim that is handled at `now`, in milliseconds since 1970. */
  const drawFacts = (random: Random, now: number): Context => {
    const base = { ...lists, ...templateFunctions(random), now };
    return { ...base, ...renderInOrder(claim, base) };
  };
  const drawCaseFile = (context: Context, workflowId: string): CaseFile => ({
    facts: Facts.parse(context),
    outputs: renderInOrder(outputs, context),
    observations: z.record(z.string(), Observation).parse(renderInOrder(tools, context)),
    originalInput: JsonObject.parse(render(notification, { ...context, workflow_id: workflowId })),
  });
  return { drawFacts, drawCaseFile };
}
