import { type CompiledPolicy, type ContentFinding, checkText } from "@baton/core";
import { redactText } from "@baton/core/internal";

/** Names and settings of the tools that address agents; all other texts are what the agent receives. */
const SETTINGS = new Set([
  "subagent_type",
  "model",
  "name",
  "team_name",
  "to",
  "recipient",
  "type",
  "mode",
  "isolation",
  "resume",
]);

export interface CheckedInput {
  /** The input without what the policy forbids; the same reference if nothing changes. */
  readonly input: Record<string, unknown>;
  /** Paths of removed fields, such as `prompt.ssn`. */
  readonly fieldsFiltered: readonly string[];
  /** Matches of content rules, by rule and path. */
  readonly contentFindings: readonly ContentFinding[];
  /** True if a rule refuses the handoff as a whole. */
  readonly isBlocked: boolean;
}

/**
 * Checks every text in the input of a tool that addresses an agent.
 *
 * @throws if a text cannot be checked against a content rule; it must not pass unchecked.
 */
export function checkInput(
  policy: CompiledPolicy,
  pair: { from: string; to: string; now: number },
  input: Record<string, unknown>,
): CheckedInput {
  const fieldsFiltered: string[] = [];
  const contentFindings: ContentFinding[] = [];
  let [isChanged, isBlocked] = [false, false];
  const checkString = (text: string, path: string): string => {
    const redacted = redactText(policy, { ...pair, text, path });
    const checked = checkText(policy, { ...pair, text: redacted.text });
    if (checked.failure !== null) throw new Error(checked.failure);
    fieldsFiltered.push(...redacted.fieldsFiltered);
    contentFindings.push(...checked.findings.map((finding) => ({ ...finding, path })));
    isChanged ||= checked.text !== text;
    isBlocked ||= checked.isBlocked;
    return checked.text;
  };
  const check = (value: unknown, path: string): unknown => {
    if (typeof value === "string") return checkString(value, path);
    if (Array.isArray(value)) return value.map((element) => check(element, `${path}[]`));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [key, check(field, `${path}.${key}`)]),
    );
  };
  const checked = Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, SETTINGS.has(key) ? value : check(value, key)]),
  );
  return { input: isChanged ? checked : input, fieldsFiltered, contentFindings, isBlocked };
}

/** Returns the paths of what does not pass: removed fields, redacted texts, or everything if a rule refuses it. */
export function withheldPaths({ input, fieldsFiltered, contentFindings, isBlocked }: CheckedInput): string[] {
  if (isBlocked) return Object.keys(input).filter((key) => !SETTINGS.has(key));
  const redacted = contentFindings.filter(({ action }) => action !== "flag").map(({ path }) => path);
  return [...new Set([...fieldsFiltered, ...redacted])];
}

/** Returns every text in an input. */
export function textsIn(input: unknown): string[] {
  if (typeof input === "string") return [input];
  return typeof input === "object" && input !== null ? Object.values(input).flatMap(textsIn) : [];
}

/** Returns the texts of an input that an agent receives, for their size. */
export function textsOf(input: Record<string, unknown>): string {
  return ["prompt", "message", "content"]
    .flatMap((key) => (typeof input[key] === "string" ? [input[key]] : []))
    .slice(0, 1)
    .join("");
}
