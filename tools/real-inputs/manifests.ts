import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  DEFAULT_AGENT_REGISTRY,
  HandoffManifest,
  manifestTokens,
  resolveDependencies,
  validateManifest,
} from "@baton/core/manifest";
import { z } from "zod";
import type { Checks } from "./checks";

/** The description of manifests with examples, next to the folder of real inputs. */
const ARCHITECTURE = join("..", "seeds", "oak-context-engineering-architecture.md");

/** Findings of the excerpts: exactly the parts that each omits. */
const EXCERPTS = [
  [
    "schema /artifacts_directory",
    "budget_mismatch /context_budget/manifest_tokens",
    "schema /scope",
    "missing_constraints /summary/constraints",
    "schema /timestamp",
  ],
  [
    "schema /artifacts_directory",
    "schema /scope",
    "missing_summary /summary",
    "missing_strategy /summary/strategy",
    "schema /timestamp",
  ],
  [
    "schema /artifacts_directory",
    "missing_files_created /files_created",
    "schema /scope",
    "schema /timestamp",
  ],
];

/** Checks that complete examples are valid, and that excerpts are not, with the expected findings. */
export function checkManifests(checks: Checks, inputs: string): void {
  console.log("\nmanifests");
  const path = join(inputs, ARCHITECTURE);
  if (!existsSync(path)) {
    checks.skip("examples of manifests", "the page is not there");
    return;
  }
  const [schema, ...examples] = readJsonBlocks(readFileSync(path, "utf8"));
  checkRegistry(checks, schema);
  const whole = examples.slice(0, 3).map((document, index) => ({ id: `example ${index + 1}`, document }));
  const excerpts = examples.slice(3);
  checks.equal("examples and excerpts", [whole.length, excerpts.length], [3, 3]);
  const { dependencies, uncovered } = resolveDependencies(whole);
  for (const { id, document } of whole) {
    const unresolved = dependencies
      .filter(({ manifestId, resolvedTo }) => manifestId === id && resolvedTo === null)
      .map(({ index }) => index);
    console.log(`  ${id}: ${manifestTokens(document)} tokens`);
    checks.equal(`${id} is a manifest`, HandoffManifest.safeParse(document).success, true);
    // Its numbers are those of an example, not of a tokenizer.
    checks.equal(`findings of ${id}`, codesOf(document, unresolved), [
      "budget_mismatch /context_budget/manifest_tokens",
    ]);
  }
  checks.equal(
    "dependencies lead to",
    dependencies.map(({ resolvedTo }) => resolvedTo),
    [...Array(3).fill("example 1"), ...Array(3).fill("example 2"), ...Array(2).fill("example 1")],
  );
  checks.equal(
    "constraints that nobody names",
    uncovered.map(({ manifestId, index }) => `${manifestId}, ${index}`),
    ["example 1, 1"],
  );
  for (const [index, document] of excerpts.entries()) {
    checks.equal(`findings of excerpt ${index + 1}`, codesOf(document), EXCERPTS[index]);
  }
}

function codesOf(document: unknown, unresolved?: readonly number[]): string[] {
  return validateManifest(document, { unresolved }).map(({ code, path }) => `${code} ${path}`);
}

/** An excerpt replaces irrelevant parts by three dots. */
function readJsonBlocks(page: string): unknown[] {
  const blocks = page.matchAll(/```json\n([\s\S]*?)```/g);
  return [...blocks].map(([, json = ""]) => JSON.parse(json.replace(/,\s*\.\.\.\s*\n/g, "\n")));
}

function checkRegistry(checks: Checks, schema: unknown): void {
  const { properties } = SchemaWithAgents.parse(schema);
  checks.equal("agents of the registry", DEFAULT_AGENT_REGISTRY, properties.from_agent.enum);
}

const SchemaWithAgents = z.object({
  properties: z.object({ from_agent: z.object({ enum: z.array(z.string()) }) }),
});
