import { type MemberNode, parse, type ValueNode } from "@humanwhocodes/momoa";
import { type Finding, MAX_FINDINGS } from "./finding";
import { toPointer } from "./schema-issue";
import { shorten } from "./shorten";

const BYTE_ORDER_MARK = "\uFEFF";

export type ReadJson = { ok: true; value: unknown } | { ok: false; findings: Finding[] };

/**
 * Parses JSON text (RFC 8259, with an optional byte order mark) that people edit and `reviseJsonText` writes
 * back. Rejects duplicate keys, because it is unclear which value applies.
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

/** @param path of the node; changed during the walk and restored. */
function findRepeatedKeys(node: ValueNode, path: (string | number)[], found: Finding[] = []): Finding[] {
  if (node.type === "Array") {
    for (const [index, element] of node.elements.entries()) {
      path.push(index);
      findRepeatedKeys(element.value, path, found);
      path.pop();
    }
  }
  if (node.type === "Object") {
    const seen = new Set<string>();
    for (const member of node.members) {
      const name = nameOf(member);
      path.push(name);
      if (seen.has(name) && found.length < MAX_FINDINGS) found.push(repeatedKey(path));
      seen.add(name);
      findRepeatedKeys(member.value, path, found);
      path.pop();
    }
  }
  return found;
}

function repeatedKey(path: readonly (string | number)[]): Finding {
  const key = shorten(String(path.at(-1)));
  return {
    code: "duplicate_key",
    severity: "error",
    path: toPointer(path),
    message: `the object has the key \`${key}\` twice, so it is unclear which value applies`,
    hint: "Remove one of the two.",
  };
}

/** Returns the text without a leading byte order mark. */
export function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** Returns the key of an object member. */
export function nameOf(member: MemberNode): string {
  return member.name.type === "String" ? member.name.value : member.name.name;
}
