import { z } from "zod";
import type { Random } from "./random";
import type { SampleData } from "./sample-data";
import { type Context, drawFunctions, render, renderInOrder, Template } from "./template";

/** The facts of a claim that the engine itself needs; templates use many more. */
const Facts = z.object({
  claim_id: z.string(),
  policy_id: z.string(),
  title: z.string(),
  risk: z.enum(["low", "medium", "high"]),
  findings: z.array(z.string()),
});
const Observation = z.object({ tool: z.string(), query: z.unknown(), result: z.unknown() });

/** The material of one claim. */
export interface CaseFile {
  facts: z.infer<typeof Facts>;
  originalInput: Record<string, unknown>;
  /** The output of each agent. */
  outputs: Record<string, unknown>;
  /** The result of each tool, by its name in `tools.yaml`. */
  observations: Record<string, z.infer<typeof Observation>>;
}

/** Reads the templates of a case file, and returns functions that draw first its facts, then the rest. */
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
  const [claim, tools, notification] = [template("claim"), template("tools"), template("notification")];
  const outputs = Object.fromEntries(agents.map((agent) => [agent, template(`outputs/${agent}`)]));

  /** @param now time when the claim is handled, in milliseconds since 1970. */
  const drawFacts = (random: Random, now: number): Context => {
    const base = { ...lists, ...drawFunctions(random), now };
    return { ...base, ...renderInOrder(claim, base) };
  };
  const drawCaseFile = (facts: Context, workflow_id: string): CaseFile => ({
    facts: Facts.parse(facts),
    outputs: renderInOrder(outputs, facts),
    observations: z.record(z.string(), Observation).parse(renderInOrder(tools, facts)),
    originalInput: render(notification, { ...facts, workflow_id }, Template),
  });
  return { drawFacts, drawCaseFile };
}
