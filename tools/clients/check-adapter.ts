import { randomBytes } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ContextHandoffEvent } from "@baton/core";
import { ingestPaths } from "@baton/ingest/pipeline";
import { assembleAdapter } from "../../scripts/pack/assemble-adapter.mjs";
import { assembleCore } from "../../scripts/pack/assemble-core.mjs";
import type { ClientLab } from "./client-lab";
import type { Script } from "./model-stub";
import { runClient } from "./run-client";

const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** Values that no receiver may see; the token is made up in each run. */
export const SSN = "078-05-1120";
export const TOKEN = `ghp_${randomBytes(18).toString("hex")}`;
/** The output of an agent of the scripts. */
export const FINDING = JSON.stringify({ fraud_score: 7, ssn: SSN, note: `The token is ${TOKEN}.` });

export const POLICY = {
  blocked_context_fields: ["ssn"],
  audit_all_handoffs: true,
  agent_handoff_rules: [
    {
      rule_id: "fraud_to_decision",
      from_agent_id: "fraud_agent",
      to_agent_id: "decision_agent",
      handoff_mode: "scoped",
    },
    {
      rule_id: "supervisor_to_decision",
      from_agent_id: "supervisor",
      to_agent_id: "decision_agent",
      handoff_mode: "full",
    },
  ],
  content_rules: [{ rule_id: "no_secrets", detector: "secret", action: "redact" }],
};

export interface AdapterCase {
  /** A folder of `packages/adapters`, whose README has the program. */
  adapter: string;
  /** A file in `programs/` that runs in place of the README's program. */
  program?: string;
  script: Script;
  /** `state sender → receiver rule` of each handoff, in order. */
  handoffs: readonly string[];
  environment?: Record<string, string>;
}

/**
 * Runs the program of an adapter's README with the packed packages: with a policy, without the adapter, without a policy,
 * and with one that cannot be read. Looks for the blocked values in what the model of `decision_agent` received.
 */
export async function checkAdapter(
  lab: ClientLab,
  { adapter, program: name, script, handoffs, environment }: AdapterCase,
) {
  const { checks, stub, db, scratch, home, workspaceId, stored } = lab;
  await installPacked(home, adapter);
  const program = await readProgram(adapter, name);
  const title = name ?? adapter;
  if (name === undefined) {
    checks.equal(`${title}: lines of the program, at most`, Math.max(12, program.split("\n").length), 12);
  }
  const run = async (label: string, text: string, policy: string | null) => {
    const folder = join(scratch, `${title}, ${label}`);
    await mkdir(folder, { recursive: true });
    if (policy !== null) await writeFile(join(folder, "governance_policies.json"), policy);
    await writeFile(join(home, "program.mjs"), text);
    const log = stub.play(script);
    const output = await runClient("node", [join(home, "program.mjs")], {
      cwd: folder,
      environment: {
        HOME: folder,
        OPENAI_BASE_URL: `${stub.url}/v1`,
        OPENAI_API_KEY: "none",
        ...environment,
      },
    });
    checks.equal(`${title}, ${label}: requests without an answer`, log.unexpected, []);
    const received = log.bodies.filter(({ role }) => role === "decision_agent").map(({ text: body }) => body);
    checks.equal(`${title}, ${label}: the receiver ran`, received.length > 0, true);
    const leaks = [SSN, TOKEN].filter((value) => received.some((body) => body.includes(value)));
    return { folder, output, leaks };
  };

  const policy = JSON.stringify({ multi_agent_handoffs: POLICY });
  const governed = await run("with the adapter", program, policy);
  checks.equal(`${title}: values that reach the receiver`, governed.leaks, []);
  const events = await readEvents(governed.folder);
  checks.equal(`${title}: events`, events.map(describeEvent), handoffs);
  await ingestPaths({ db, workspaceId, paths: [join(governed.folder, "sessions")], storesContent: true });
  const sized = (await stored.handoffs()).filter((text) => text.startsWith(events[0]?.session_id ?? "-"));
  checks.equal(
    `${title}: stored handoffs`,
    sized,
    events
      .map((event) => {
        const sizes = [event.context_before_scoping, event.context_after_scoping].map(
          (size) => size.total_tokens,
        );
        return `${event.session_id} context ${event.from_agent_id} → ${event.to_agent_id} ${sizes.join(" ")}`;
      })
      .sort(),
  );

  await writeFile(join(home, "without-baton.mjs"), WITHOUT);
  const without = program.replace(`"@baton/${adapter}"`, '"./without-baton.mjs"');
  const open = await run("without the adapter", without, policy);
  checks.equal(`${title}: values that reach it without the adapter`, open.leaks, [SSN, TOKEN]);

  // The policy of a program does not depend on it.
  if (name !== undefined) return;
  const observed = await run("no policy", program, null);
  checks.equal(`${title}: states without a policy`, await readStates(observed.folder), ["observed"]);
  checks.equal(`${title}: notes without a policy`, observed.output.split("No policy: ").length - 1, 1);

  const broken = await run("broken policy", program, "{ not JSON");
  checks.equal(`${title}: values that reach it with a broken policy`, broken.leaks, []);
  checks.equal(`${title}: notes on it`, broken.output.split("Correct it").length - 1, 1);
}

/** Adapters that do nothing. */
export const WITHOUT = `export const withBaton = (given) => given;
export const batonMiddleware = () => ({ specificationVersion: "v3" });
export const batonProcessor = () => ({ id: "none", processInput: ({ messages }) => messages });
`;

/** Puts the packages of the core and of an adapter into a client's folder as npm would. */
export async function installPacked(home: string, adapter: string): Promise<void> {
  const scope = join(home, "node_modules", "@baton");
  const core = join(scope, "core");
  const own = join(scope, adapter);
  await rm(scope, { recursive: true, force: true });
  packedCore ??= packCore();
  await cp(await packedCore, core, { recursive: true });
  await mkdir(own, { recursive: true });
  await assembleAdapter(adapter, ROOT, own);
}

let packedCore: Promise<string> | undefined;

async function packCore(): Promise<string> {
  const folder = join(ROOT, ".data", "clients", "baton-core");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await assembleCore(ROOT, folder);
  return folder;
}

/** Returns the program of an adapter's README, or one of `programs/`. */
export async function readProgram(adapter: string, name?: string): Promise<string> {
  if (name !== undefined) return readFile(new URL(`programs/${name}.mjs`, import.meta.url), "utf8");
  const readme = await readFile(join(ROOT, "packages", "adapters", adapter, "README.md"), "utf8");
  return /```js\n([\s\S]*?)\n```/.exec(readme)?.[1] ?? "";
}

async function readEvents(folder: string): Promise<ContextHandoffEvent[]> {
  const sessions = join(folder, "sessions");
  const files = await readdir(sessions);
  const texts = await Promise.all(files.map((name) => readFile(join(sessions, name), "utf8")));
  return texts
    .flatMap((text) => text.trim().split("\n"))
    .flatMap((line) => ContextHandoffEvent.safeParse(JSON.parse(line)).data ?? []);
}

async function readStates(folder: string) {
  return [...new Set((await readEvents(folder)).map((event) => event.scoping_state))];
}

function describeEvent(event: ContextHandoffEvent): string {
  return `${event.scoping_state} ${event.from_agent_id} → ${event.to_agent_id} ${event.governance_rule_id}`;
}
