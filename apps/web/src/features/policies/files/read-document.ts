import type { Finding } from "@baton/core";
import { isObject, parseYaml } from "@baton/core/internal";

/** A document as JSON text; a rejected one has one finding. */
export type ReadDocument =
  | {
      ok: true;
      json: string /** True if YAML was converted, whose comments JSON cannot have. */;
      isYaml: boolean;
    }
  | { ok: false; findings: Finding[] };

/** A YAML document of this length takes two seconds to parse, on a slow computer. */
const MAX_YAML_CHARACTERS = 524_288;

/**
 * Reads the text of a policy document: JSON stays as it is, and YAML becomes JSON. Text that starts like JSON is
 * never read as YAML, so that its errors are those of JSON.
 */
export function readDocument(text: string): ReadDocument {
  if (/^\uFEFF?\s*(?:[{[]|$)/.test(text)) return { ok: true, json: text, isYaml: false };
  const parsed = parseYaml(text, { maxCharacters: MAX_YAML_CHARACTERS });
  if (!parsed.ok) return refuse(parsed.problem.message);
  if (!isObject(parsed.value)) return refuse("the document is neither a JSON nor a YAML object");
  return { ok: true, json: `${JSON.stringify(parsed.value, null, 2)}\n`, isYaml: true };
}

function refuse(message: string): ReadDocument {
  const hint = "Correct the text below, or choose another file. The draft is unchanged.";
  return { ok: false, findings: [{ code: "not_yaml", severity: "error", path: "", message, hint }] };
}
