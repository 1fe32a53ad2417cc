import type { Finding } from "../../finding";
import { parseFieldPattern } from "../../scoping/field-pattern";
import { foldKey, LATIN_PROTOTYPES, normalizeKey, normalizeText } from "../../scoping/fold";
import { isAgentRoot, readOutlinePath } from "../outline-path";
import { type LintContext, placeOf, warn } from "./lint-context";

/**
 * `lookalike_field`: a name that looks like another name of the policy or of a handoff, if one of them has
 * letters of another script; or a name that mixes such letters with Latin ones. Names that differ only in
 * case, width or invisible characters are not reported, because blocking treats them as equal.
 */
export function lintLookalikes(context: LintContext): Finding[] {
  const places = namesOfPolicy(context);
  const known = new Map<string, Set<string>>();
  for (const name of [...places.map(({ name }) => name), ...namesSeen(context)]) {
    const alike = known.get(skeletonOf(name)) ?? new Set<string>();
    known.set(skeletonOf(name), alike.add(name));
  }
  return places.flatMap(({ name, place }) => {
    const twins = [...(known.get(skeletonOf(name)) ?? [])].filter((other) => isForeignTwin(name, other));
    if (twins.length === 0 && !mixesScripts(name)) return [];
    const likeness =
      twins.length > 0 ? twins.map((twin) => `\`${twin}\` (${spellOut(twin)})`).join(", ") : "a Latin name";
    return warn(context, place, {
      code: "lookalike_field",
      message: `\`${name}\` (${spellOut(name)}) looks like ${likeness}, but is a different name`,
      hint: "Retype the name in the intended script. A block covers both names; other lists match a name exactly.",
    });
  });
}

/**
 * Returns the appearance of a name: its characters by their prototypes (the skeleton of Unicode Technical
 * Standard 39), ignoring case like blocking does. Two names look the same if this is equal.
 */
function skeletonOf(name: string): string {
  const prototypes = [...normalizeText(name, "NFKC")].map(
    (character) => LATIN_PROTOTYPES.get(character) ?? character,
  );
  return foldKey(prototypes.join("")).replaceAll("rn", "m").replaceAll(/[1l|]/g, "i").replaceAll("0", "o");
}

function isForeignTwin(name: string, other: string): boolean {
  return foldKey(name) !== foldKey(other) && (isForeign(name) || isForeign(other));
}

function isForeign(name: string): boolean {
  return [...normalizeText(name, "NFKC")].some((character) => LATIN_PROTOTYPES.has(character));
}

/**
 * Returns true if a name has both ASCII letters and non-Latin characters that look like ASCII, and looks like
 * ASCII as a whole.
 */
function mixesScripts(name: string): boolean {
  const isImitation = [...normalizeText(name, "NFKC")].some(
    (character) => LATIN_PROTOTYPES.has(character) && !/\p{Script=Latin}/u.test(character),
  );
  return isImitation && /[a-z]/i.test(name) && /^\p{ASCII}*$/u.test(skeletonOf(name));
}

/** Returns the non-ASCII code points, or the script, so that users can distinguish two names. */
function spellOut(name: string): string {
  const foreign = [...new Set(name)].filter((character) => !/\p{ASCII}/u.test(character));
  if (foreign.length === 0) return "ASCII";
  return foreign
    .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`)
    .join(" ");
}

function namesOfPolicy(context: LintContext): { name: string; place: (string | number)[] }[] {
  const { policy } = context;
  const lists = [
    { place: ["blocked_context_fields"], patterns: policy.blocked_context_fields },
    ...policy.agent_handoff_rules.flatMap((rule, position) => [
      { place: placeOf(position, "allowed_context_fields"), patterns: rule.allowed_context_fields ?? [] },
      { place: placeOf(position, "blocked_context_fields"), patterns: rule.blocked_context_fields },
      {
        place: placeOf(position, "conversation_translation", "extract_fields"),
        patterns: rule.conversation_translation?.extract_fields ?? [],
      },
    ]),
  ];
  const named = lists.flatMap(({ place, patterns }) =>
    patterns.flatMap((pattern, index) => {
      const parsed = parseFieldPattern(pattern);
      const keys = parsed.ok ? parsed.segments.flatMap(({ key }) => key ?? []) : [];
      return keys.map((name) => ({ name, place: [...place, index] }));
    }),
  );
  const plain = policy.minimal_input_fields.map((name, index) => ({
    name,
    place: ["minimal_input_fields", index],
  }));
  return [...named, ...plain];
}

function namesSeen(context: LintContext): string[] {
  return (context.seenFields ?? []).flatMap((text) => {
    const { root, steps } = readOutlinePath(text);
    const keys = steps.map(({ key }) => normalizeKey(key));
    return isAgentRoot(root.key) ? keys : [root.key, ...keys];
  });
}
