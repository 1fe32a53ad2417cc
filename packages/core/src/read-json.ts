import { type MemberNode, parse, type ValueNode } from "@humanwhocodes/momoa";
import type { Finding } from "./finding";
import { toPointer } from "./schema-issue";

const BYTE_ORDER_MARK = "\uFEFF";

export type ReadJson = { ok: true; value: unknown } | { ok: false; findings: Finding[] };

/**
 * Parses a JSON text (RFC 8259; a byte order mark is passed over) that people edit and that is to be written back by
 * `reviseJsonText`: an object that has a key twice is refused, since which of the two holds cannot be told.
 *
 * @returns the value, or findings with the codes `not_json` and `duplicate_key`. Never throws.
 */
export function readJsonText(text: string): ReadJson {
  const json = withoutMark(text);
  try {
    const value: unknown = JSON.parse(json);
    const findings = findRepeatedKeys(parse(json).body, []);
    return findings.length > 0 ? { ok: false, findings } : { ok: true, value };
  } catch (error) {
    const message = error instanceof SyntaxError ? error.message : "the text is nested too deep";
    const hint = "Correct the text; only plain JSON can be read, without comments and trailing commas.";
    return { ok: false, findings: [{ code: "not_json", severity: "error", path: "", message, hint }] };
  }
}

function findRepeatedKeys(node: ValueNode, path: readonly (string | number)[]): Finding[] {
  if (node.type === "Array") {
    return node.elements.flatMap((element, index) => findRepeatedKeys(element.value, [...path, index]));
  }
  if (node.type !== "Object") return [];
  const seen = new Set<string>();
  return node.members.flatMap((member) => {
    const name = nameOf(member);
    const here = [...path, name];
    const repeated = seen.has(name) ? [repeatedKey(here)] : [];
    seen.add(name);
    return [...repeated, ...findRepeatedKeys(member.value, here)];
  });
}

function repeatedKey(path: readonly (string | number)[]): Finding {
  return {
    code: "duplicate_key",
    severity: "error",
    path: toPointer(path),
    message: `the object has the key \`${path.at(-1)}\` twice, and which one holds cannot be told`,
    hint: "Remove one of the two.",
  };
}

/** The text without the byte order mark that may stand before it. */
export function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** The key of a member of an object. */
export function nameOf(member: MemberNode): string {
  return member.name.type === "String" ? member.name.value : member.name.name;
}
