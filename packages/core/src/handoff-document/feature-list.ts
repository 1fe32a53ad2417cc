import { z } from "zod";
import type { Finding } from "../finding";
import { readJsonText } from "../read-json";
import { describeIssues } from "../schema-issue";
import { handoffDocumentFinding } from "./handoff-document-finding";

const PASSING = new Set(["pass", "passes", "passed", "passing", "done", "true"]);

const Outcome = z.union([z.boolean(), z.string()]);
const Named = z.looseObject({
  description: z.string().optional(),
  name: z.string().optional(),
  title: z.string().optional(),
  feature: z.string().optional(),
  passes: Outcome.optional(),
  status: Outcome.optional(),
});
const Item = Named.refine((item) => nameOf(item) !== undefined, { error: "it has no description" }).refine(
  (item) => (item.passes ?? item.status) !== undefined,
  { error: "it has neither pass nor fail" },
);
const FeatureList = z.union([z.array(Item), z.looseObject({ features: z.array(Item) })]);

export interface Feature {
  description: string;
  isPassing: boolean;
}

/**
 * Parses a list of work items with pass or fail (`feature_list.json`): a list, or an object with it as
 * `features`. Each item has a description (`description`, `name`, `title` or `feature`) and a result
 * (`passes` or `status`).
 *
 * @returns the items, or findings with the codes `not_json`, `duplicate_key` and `malformed_feature_list`.
 */
export function parseFeatureList(
  text: string,
): { ok: true; features: Feature[] } | { ok: false; findings: Finding[] } {
  const read = readJsonText(text);
  if (!read.ok) return read;
  const parsed = FeatureList.safeParse(read.value);
  if (!parsed.success) {
    const messages = describeIssues(parsed.error, read.value);
    const findings = parsed.error.issues.map(({ path, message }, index) =>
      handoffDocumentFinding("malformed_feature_list", path, messages[index] ?? message),
    );
    return { ok: false, findings };
  }
  const items = Array.isArray(parsed.data) ? parsed.data : parsed.data.features;
  const features = items.map((item) => ({
    description: nameOf(item) ?? "",
    isPassing: PASSING.has(String(item.passes ?? item.status).toLowerCase()),
  }));
  return { ok: true, features };
}

function nameOf({ description, name, title, feature }: z.infer<typeof Named>): string | undefined {
  return description ?? name ?? title ?? feature;
}
