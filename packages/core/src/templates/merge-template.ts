import canonicalize from "canonicalize";
import { isObject } from "../is-object";
import { POLICY_SECTION } from "../policy/parse-policy";
import { readJsonText } from "../read-json";
import { reviseJsonText } from "../revise-json";
import { hookSettings } from "./hook-settings";

/**
 * The result of merging a template into a file. `added` keeps all other content. `replaces` does not, so a
 * person must decide. `deleted` means that nothing is left. `refused` has the reason as text.
 */
export type MergedText =
  | { state: "new" | "same" | "added" | "removed" | "replaces"; text: string }
  | { state: "deleted"; text: "" }
  | { state: "refused"; reason: string };

/** Merges a text into a file that may exist. */
export function mergeText(present: string | null, template: string): MergedText {
  if (present === null) return { state: "new", text: template };
  return { state: present === template ? "same" : "replaces", text: template };
}

/**
 * Adds the section of a policy or switch to a document, at the top or under `policies` if it is there. Other
 * content stays unchanged.
 *
 * @param template a document with only that section.
 */
export function mergeSection(
  present: string | null,
  template: Readonly<Record<string, unknown>>,
): MergedText {
  if (present === null) return { state: "new", text: printJson(template) };
  const read = readObject(present);
  if (!read.ok) return read.refusal;
  const section = template[POLICY_SECTION];
  const { document } = read;
  const policies = isObject(document.policies) ? document.policies : {};
  const isBelow = Object.hasOwn(policies, POLICY_SECTION);
  const holder = isBelow ? policies : document;
  if (canonicalize(holder[POLICY_SECTION]) === canonicalize(section)) return { state: "same", text: present };
  const changed = { ...holder, [POLICY_SECTION]: section };
  const state = Object.hasOwn(holder, POLICY_SECTION) ? "replaces" : "added";
  return { state, text: reviseJsonText(present, isBelow ? { ...document, policies: changed } : changed) };
}

/**
 * Adds missing Baton hooks to the settings of Claude Code. Existing content stays.
 *
 * @param baton the command `baton`, as a shell starts it.
 */
export function mergeHooks(present: string | null, baton?: string): MergedText {
  const settings = hookSettings(baton);
  if (present === null) return { state: "new", text: printJson(settings) };
  const read = readObject(present);
  if (!read.ok) return read.refusal;
  const { document } = read;
  const hooks = document.hooks ?? {};
  if (!isObject(hooks)) return { state: "refused", reason: "its hooks are not an object" };
  const missing = Object.entries(settings.hooks).filter(
    ([event]) => !listCommands(hooks[event]).some(isOwnCommand),
  );
  if (missing.length === 0) return { state: "same", text: present };
  const odd = missing.find(([event]) => !Array.isArray(hooks[event] ?? []));
  if (odd) return { state: "refused", reason: `its hooks for ${odd[0]} are not a list` };
  const added = missing.map(([event, groups]) => [event, [...listOf(hooks[event]), ...groups]]);
  const merged = { ...document, hooks: { ...hooks, ...Object.fromEntries(added) } };
  return { state: "added", text: reviseJsonText(present, merged) };
}

/** Removes a text that a template made, unless someone changed it. */
export function removeText(present: string | null, template: string): MergedText {
  if (present === template) return { state: "deleted", text: "" };
  return { state: "same", text: present ?? "" };
}

/** Removes Baton's hooks from the settings of Claude Code. All other content stays. */
export function removeHooks(present: string | null): MergedText {
  if (present === null) return { state: "same", text: "" };
  const read = readObject(present);
  if (!read.ok) return read.refusal;
  const { hooks = {}, ...others } = read.document;
  if (!isObject(hooks) || !listCommands(hooks).some(isOwnCommand)) return { state: "same", text: present };
  const kept = Object.entries(hooks).flatMap(([event, groups]) => {
    const left = listOf(groups).flatMap(withoutOwn);
    const isUntouched = !listCommands(groups).some(isOwnCommand);
    return isUntouched ? [[event, groups]] : left.length > 0 ? [[event, left]] : [];
  });
  const revised = kept.length === 0 ? others : { ...read.document, hooks: Object.fromEntries(kept) };
  if (Object.keys(revised).length === 0) return { state: "deleted", text: "" };
  return { state: "removed", text: reviseJsonText(present, revised) };
}

/** Returns a group of hooks without Baton's; nothing if it has no others. */
function withoutOwn(group: unknown): unknown[] {
  if (!isObject(group)) return [group];
  const hooks = listOf(group.hooks);
  const left = hooks.filter((hook) => !listCommands(hook).some(isOwnCommand));
  if (left.length === hooks.length) return [group];
  return left.length === 0 ? [] : [{ ...group, hooks: left }];
}

/** Returns true if a command is Baton's hook, with any path and options. */
function isOwnCommand(command: string): boolean {
  return /\bbaton\b.*\bhook (?:claude-code|(?:pre|post)-)/.test(command);
}

function listCommands(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listCommands);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    key === "command" && typeof child === "string" ? [child] : listCommands(child),
  );
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

type ReadObject =
  | { ok: true; document: Record<string, unknown> }
  | { ok: false; refusal: Extract<MergedText, { state: "refused" }> };

function readObject(text: string): ReadObject {
  const read = readJsonText(text);
  if (!read.ok) {
    const reason = read.findings.map(({ message }) => message).join("; ");
    return { ok: false, refusal: { state: "refused", reason } };
  }
  if (isObject(read.value)) return { ok: true, document: read.value };
  return { ok: false, refusal: { state: "refused", reason: "it is not a JSON object" } };
}

function printJson(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
