import canonicalize from "canonicalize";
import type { Finding } from "../finding";
import { isObject } from "../is-object";
import { type ExportedText, reviseObject } from "../policy/import-export";
import { findIssues } from "../policy/schema-findings";
import { readJsonText } from "../read-json";
import { HandoffRollout } from "./handoff-rollout";

const ROLLOUT_SECTION = "handoff_rollout";

export type ImportedRollout =
  | { ok: true; rollout: HandoffRollout | null }
  | { ok: false; findings: Finding[] };

/**
 * Parses `handoff_rollout` in the text of a system configuration or a policy document.
 *
 * @returns the setting, null if the document has none; or the findings that reject it. Never throws.
 */
export function importRollout(text: string): ImportedRollout {
  const json = readJsonText(text);
  if (!json.ok) return json;
  const section = isObject(json.value) ? (json.value[ROLLOUT_SECTION] ?? null) : null;
  if (section === null) return { ok: true, rollout: null };
  const parsed = HandoffRollout.safeParse(section);
  if (parsed.success) return { ok: true, rollout: parsed.data };
  const found = findIssues(parsed.error, section, "malformed_rollout");
  return { ok: false, findings: found.map((one) => ({ ...one, path: `/${ROLLOUT_SECTION}${one.path}` })) };
}

/**
 * Writes `handoff_rollout` into the text of a system configuration. Everything else stays unchanged.
 *
 * @param text current configuration; "" for a new one.
 * @returns the text, or findings if the old one is not a JSON object.
 */
export function exportRollout(text: string, rollout: HandoffRollout): ExportedText {
  const before = text === "" ? null : importRollout(text);
  const known = before?.ok ? (before.rollout ?? HandoffRollout.parse({})) : HandoffRollout.parse({});
  // The same setting keeps its text; without any, the defaults apply.
  const isSame = (before === null || before.ok) && canonicalize(known) === canonicalize(rollout);
  return reviseObject(text, (document) => (isSame ? document : { ...document, [ROLLOUT_SECTION]: rollout }));
}
