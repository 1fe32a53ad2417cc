import canonicalize from "canonicalize";
import { isObject } from "../is-object";
import { POLICY_SECTION } from "../policy/parse-policy";
import { readJsonText } from "../read-json";
import { reviseJsonText } from "../revise-json";
import { HOOK_SETTINGS } from "./hook-settings";

/**
 * What putting a template into a place comes to. `added` leaves all that was there; `replaces` does not, and
 * is for a person to decide; `refused` says in words why it cannot be done.
 */
export type MergedText =
  | { state: "new" | "same" | "added" | "replaces"; text: string }
  | { state: "refused"; reason: string };

/** Puts a text where there may be another. */
export function mergeText(present: string | null, template: string): MergedText {
  if (present === null) return { state: "new", text: template };
  return { state: present === template ? "same" : "replaces", text: template };
}

/**
 * Puts the section of a policy or of a switch into a document, at the top or under `policies` where it stands
 * there. What else the document holds stays as it is written.
 *
 * @param template a document with that section alone.
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

/** Adds the hooks of Baton that are missing to the settings of Claude Code. Whatever stands there stays. */
export function mergeHooks(present: string | null): MergedText {
  if (present === null) return { state: "new", text: printJson(HOOK_SETTINGS) };
  const read = readObject(present);
  if (!read.ok) return read.refusal;
  const { document } = read;
  const hooks = document.hooks ?? {};
  if (!isObject(hooks)) return { state: "refused", reason: "its hooks are not an object" };
  const wired = listCommands(hooks);
  const all = Object.values(HOOK_SETTINGS.hooks).flatMap(listCommands);
  const missing = Object.entries(HOOK_SETTINGS.hooks).filter(
    ([event, groups]) =>
      !listCommands(groups).every((command) => {
        // A command of several events has to be wired at each of them.
        const isShared = all.filter((each) => each === command).length > 1;
        const places = isShared ? listCommands(hooks[event]) : wired;
        return places.some((each) => callsHook(each, command));
      }),
  );
  if (missing.length === 0) return { state: "same", text: present };
  const odd = missing.find(([event]) => !Array.isArray(hooks[event] ?? []));
  if (odd) return { state: "refused", reason: `its hooks for ${odd[0]} are not a list` };
  const added = missing.map(([event, groups]) => [event, [...listOf(hooks[event]), ...groups]]);
  const merged = { ...document, hooks: { ...hooks, ...Object.fromEntries(added) } };
  return { state: "added", text: reviseJsonText(present, merged) };
}

/** Whether a command is the one of Baton, by whatever path and with whatever options. */
function callsHook(command: string, own: string): boolean {
  const words = own.split(" ").slice(1).join(" ");
  return command.includes("baton") && command.includes(words);
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
