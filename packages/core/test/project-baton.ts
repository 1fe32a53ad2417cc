import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Baton, createBaton } from "../src/node/create-baton";

/** A Baton in a project folder of its own, for one test. */
export interface ProjectBaton {
  readonly baton: Baton;
  /** Stops Baton, and returns the agents of its context handoffs as `from → to`, in order. */
  readPairs(): Promise<string[]>;
  /** Stops Baton and deletes the folder. */
  remove(): Promise<void>;
}

/** @param section the policy, as `multi_agent_handoffs` */
export async function startProjectBaton(section: object): Promise<ProjectBaton> {
  const folder = await mkdtemp(join(tmpdir(), "baton-project-"));
  const document = JSON.stringify({ multi_agent_handoffs: section });
  await writeFile(join(folder, "governance_policies.json"), document);
  const baton = await createBaton({ folder, sessionId: "s", log: () => {} });
  return {
    baton,
    readPairs: async () => {
      await baton.stop();
      const lines = (await readFile(join(folder, "sessions", "s.jsonl"), "utf8")).trim().split("\n");
      return lines
        .map((line) => JSON.parse(line))
        .filter(({ event_type }) => event_type === "context_handoff")
        .map((event) => `${event.from_agent_id} → ${event.to_agent_id}`);
    },
    remove: async () => {
      await baton.stop();
      await rm(folder, { recursive: true });
    },
  };
}
