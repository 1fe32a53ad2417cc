import fc from "fast-check";
import type { HandoffContext } from "../src/scoping/handoff-context";

const CYRILLIC: Readonly<Record<string, string>> = { a: "а", c: "с", e: "е", o: "о", p: "р", s: "ѕ" };

/** Spellings of a blocked field's key that make it a lookalike of the name. */
const DISGUISES: Readonly<Record<string, (name: string) => string>> = {
  exact: (name) => name,
  case: (name) => name.toUpperCase(),
  full_width: (name) =>
    name.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  zero_width: (name) => `${name.slice(0, 1)}\u200b${name.slice(1)}`,
  soft_hyphen: (name) => `${name.slice(0, 2)}\u00ad${name.slice(2)}`,
  bidi: (name) => `\u202e${name}\u202c`,
  variation: (name) => `${name}\ufe0f`,
  tag: (name) => `${name}\u{e0041}`,
  decomposed: (name) => name.normalize("NFD"),
  white_space: (name) => ` ${name.slice(0, 1)}\u00a0${name.slice(1)}\t`,
  look_alike: (name) => name.replace(/[aceops]/g, (letter) => CYRILLIC[letter] ?? letter),
  ligature: (name) => name.replace("ffi", "\ufb03"),
};

/**
 * Names blocked at any depth, by what blocks them; the last by the rule of the agent that wrote the output.
 */
const BLOCKED_NAMES = {
  policy: ["secret", "__proto__"],
  rule: ["ssn", "caf\u00e9", "stra\u00dfe", "\u03c3\u03b1\u03c2", "o\ufb03ce", "constructor"],
  inherited: ["pin"],
};

/** A value with a canary at one of {@link BLOCKED_PATHS}, to be placed at a top level. */
const PATH_HOLDERS: Readonly<Record<string, (mark: string) => Record<string, unknown>>> = {
  "claim.notes": (mark) => ({ claim: { NOTES: mark, ok: 1 } }),
  "items[].id_no": (mark) => ({ items: [{ ok: 1 }, { "id\u200b_no": { deep: mark } }] }),
  "*.internal": (mark) => ({ anything: { internal: mark } }),
  "list[]": (mark) => ({ LIST: [mark, { x: mark }] }),
  "none[]": (mark) => ({ none: Object.assign([], { x: mark }) }),
  "grid[][]": (mark) => ({ grid: [[mark], "ok"] }),
  "a\\.b.x[].y": (mark) => ({ "a.b": { x: [{ y: mark }, 1] } }),
};

/**
 * A text that must not pass. Its marks name how it was hidden, so that a broken variant can leak one kind
 * only.
 */
const canary = (marks: readonly string[]) => `<canary:${marks.join(":")}:>`;

/** Values other than plain data, each exposing a canary in its own way. */
const HIDING_PLACES: Readonly<Record<string, (mark: string) => unknown>> = {
  accessor: (mark) => Object.defineProperty({ y: 1 }, "x", { get: () => mark, enumerable: true }),
  to_json: (mark) => ({ y: 1, toJSON: () => ({ x: mark }) }),
  inherited_to_json: (mark) => Object.create({ toJSON: () => mark }),
  instance: (mark) => Object.assign(new (class Claim {})(), { x: mark }),
  map: (mark) => new Map([["x", mark]]),
  set: (mark) => new Set([mark]),
  symbol_key: (mark) => ({ y: 1, [Symbol("x")]: mark }),
  symbol: (mark) => Symbol(mark),
  hidden_key: (mark) => Object.defineProperty({ y: 1 }, "x", { value: mark }),
  function: (mark) => Object.assign(() => mark, { x: mark }),
  prototype: (mark) => Object.create({ x: mark }),
  array_key: (mark) => Object.assign([1, 2], { x: mark }),
  array_accessor: (mark) => Object.defineProperty([1, 2], 0, { get: () => mark, enumerable: true }),
  boxed: (mark) => Object(mark),
};

/** Texts that give a value under its name. */
const LABELLING_TEXTS: Readonly<Record<string, (name: string, mark: string) => string>> = {
  json_text: (name, mark) => JSON.stringify({ x: [{ [name]: mark }] }),
  json_in_json_text: (name, mark) => JSON.stringify({ x: JSON.stringify([{ [name]: { y: mark } }]) }),
  json_string: (name, mark) => JSON.stringify(JSON.stringify({ [name]: mark })),
  fenced_json: (name, mark) =>
    `See:\n\`\`\`json\n${JSON.stringify({ ok: 1, [name]: mark }, null, 2)}\n\`\`\`\nDone.`,
  json_in_prose: (name, mark) => `It answered ${JSON.stringify({ [name]: [mark] })} and stopped.`,
  json_cut_off: (name, mark) => JSON.stringify({ ok: 1, [name]: `${mark} ${mark}` }).slice(0, -8),
  labelled_line: (name, mark) => `ok: 1\n- **${name}:** ${mark}\n- ok: 2`,
  labelled_list: (name, mark) => `${name}:\n- one\n- ${mark}\n`,
  yaml_block: (name, mark) => `a:\n  ${name}: |\n    one\n\n    ${mark}\n  ok: 1`,
  key_value: (name, mark) => `time=1 ${name}="${mark}" ok=2`,
  table_column: (name, mark) => `| ok | ${name} |\n|---|---|\n| 1 | ${mark} |\n`,
  table_row: (name, mark) => `| ok | 1 |\n|---|---|\n| ${name} | ${mark} |\n| ok | 2 |\n`,
};

/** Every way of hiding used by {@link hostileContext}. */
export const CANARY_MARKS: readonly string[] = [
  ...Object.keys(DISGUISES),
  ...Object.keys(BLOCKED_NAMES),
  ...Object.keys(PATH_HOLDERS),
  ...Object.keys(HIDING_PLACES),
  ...Object.keys(LABELLING_TEXTS),
  "in_array",
  "in_nested_array",
  "deep",
  "as_object",
  "__proto__",
  "constructor",
  "sender",
  "other",
  "observations",
  "original_input",
  "memories",
  "plan",
];

/** Position of a value: the names blocked there, and the mark of its canary. */
interface Place {
  readonly names: readonly (readonly [source: string, name: string])[];
  readonly marks: readonly string[];
}

const scalar = fc.constantFrom<unknown>(
  1,
  true,
  null,
  "text",
  "A sentence that says something. And another one.",
  "assistant",
  "tool_use",
  "function_call_output",
);
const safeKey = fc.constantFrom(
  "x",
  "y",
  "name",
  "prototype",
  "toString",
  "role",
  "content",
  "type",
  "id",
  "call_id",
  "tool_calls",
  "tool_call_id",
  "tool_use_id",
  "data",
);

/**
 * Builds a value with canaries under blocked names and in values other than plain data; `depth` counts down
 * to its leaves.
 */
function hostileValue(place: Place, depth: number): fc.Arbitrary<unknown> {
  const marks = depth < 1 ? [...place.marks, "deep"] : place.marks;
  const hiding = fc
    .constantFrom(...Object.entries(HIDING_PLACES))
    .map(([kind, hide]) => hide(canary([...marks, kind])));
  if (depth < 0) return fc.oneof({ weight: 2, arbitrary: scalar }, { weight: 1, arbitrary: hiding });
  const inArray = marks.includes("in_array") ? "in_nested_array" : "in_array";
  const element = hostileValue({ ...place, marks: [...marks, inArray] }, depth - 1);
  return fc.oneof(
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: hiding },
    { weight: 2, arbitrary: fc.array(element, { maxLength: 3 }) },
    { weight: 4, arbitrary: hostileObject({ ...place, marks }, depth) },
  );
}

function hostileObject(place: Place, depth: number): fc.Arbitrary<Record<string, unknown>> {
  const safe = fc.tuple(safeKey, hostileValue(place, depth - 1));
  const blocked = fc
    .tuple(fc.constantFrom(...place.names), fc.constantFrom(...Object.entries(DISGUISES)), fc.boolean())
    .map(([[source, name], [kind, disguise], isObject]): [string, unknown] => {
      const mark = canary([...place.marks, source, name, kind, isObject ? "as_object" : "as_text"]);
      return [disguise(name), isObject ? { x: [mark] } : mark];
    });
  const labelled = fc
    .tuple(
      fc.constantFrom(...place.names),
      fc.constantFrom(...Object.entries(DISGUISES)),
      fc.constantFrom(...Object.entries(LABELLING_TEXTS)),
    )
    .map(([[source, name], [kind, disguise], [form, write]]): [string, unknown] => {
      const mark = canary([...place.marks, source, name, kind, form]);
      return ["note", write(disguise(name), mark)];
    });
  const entry = fc.oneof(
    { weight: 4, arbitrary: safe },
    { weight: 2, arbitrary: blocked },
    { weight: 1, arbitrary: labelled },
  );
  return fc.array(entry, { maxLength: 4 }).map((entries) => Object.fromEntries(entries));
}

/** Builds an object that blocked paths start in. */
function hostileTop(name: string, sources: readonly (keyof typeof BLOCKED_NAMES)[]): fc.Arbitrary<unknown> {
  const names = sources.flatMap((source) =>
    BLOCKED_NAMES[source].map((blocked) => [source, blocked] as const),
  );
  const place = { names, marks: [name] };
  const holders = fc.subarray(Object.entries(PATH_HOLDERS), { maxLength: 2 });
  const object = fc
    .tuple(hostileObject(place, 2), holders)
    .map(([value, chosen]) =>
      Object.assign(value, ...chosen.map(([path, hold]) => hold(canary([name, "path", path])))),
    );
  return fc.oneof({ weight: 5, arbitrary: object }, { weight: 1, arbitrary: hostileValue(place, 2) });
}

/** A context full of canaries, none of which may reach the receiver under {@link hostilePolicy}. */
export const hostileContext: fc.Arbitrary<HandoffContext> = fc.record(
  {
    prior_outputs: fc.record(
      {
        a: hostileTop("sender", ["policy", "rule"]),
        x: hostileTop("other", ["policy", "rule", "inherited"]),
      },
      { requiredKeys: [] },
    ),
    observations: fc.array(hostileTop("observations", ["policy", "rule"]), { maxLength: 2 }),
    original_input: hostileTop("original_input", ["policy", "rule"]),
    memories: fc.array(hostileTop("memories", ["policy", "rule"]), { maxLength: 2 }),
    plan: hostileTop("plan", ["policy", "rule"]),
  },
  { requiredKeys: ["prior_outputs", "observations", "original_input"] },
);

const translation = fc.record({
  enabled: fc.boolean(),
  extract_fields: fc.option(fc.subarray(["x", "*.x", "items[].ok", "name", "ssn"])),
  filter_enabled: fc.boolean(),
  summarize: fc.boolean(),
  max_summary_tokens: fc.constantFrom(4, 40, 400),
  recast_role: fc.constantFrom(null, "user", "system"),
});

/** The section of a policy that blocks everything hidden in {@link hostileContext}. */
export const hostilePolicy = fc
  .record({
    enforcement_level: fc.constantFrom("strict", "advisory"),
    handoff_mode: fc.constantFrom("full", "scoped", "minimal"),
    allowed: fc.option(fc.subarray(["x", "name", "items[].ok", "*.y", "claim", "LIST", "ssn", "secret"])),
    translation,
  })
  .map(({ enforcement_level, handoff_mode, allowed, translation }) => ({
    enforcement_level,
    minimal_input_fields: ["x", "claim", "ssn", "secret"],
    blocked_context_fields: BLOCKED_NAMES.policy,
    agent_handoff_rules: [
      {
        from_agent_id: "a",
        to_agent_id: "b",
        handoff_mode,
        allowed_context_fields: allowed,
        blocked_context_fields: [...BLOCKED_NAMES.rule, ...Object.keys(PATH_HOLDERS)],
        conversation_translation: translation,
      },
      { from_agent_id: "x", to_agent_id: "*", blocked_context_fields: BLOCKED_NAMES.inherited },
    ],
  }));

/**
 * Finds all canaries of a value by any access: own keys of every kind, accessors, prototypes, entries of
 * `Map` and `Set`, results of `toJSON`, and names of symbols.
 */
export function findCanaries(value: unknown): Set<string> {
  const found = new Set<string>();
  const seen = new Set<unknown>([
    Object.prototype,
    Array.prototype,
    Function.prototype,
    Map.prototype,
    Set.prototype,
  ]);
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === "symbol") pending.push(next.description);
    if (typeof next === "string") for (const [mark] of next.matchAll(/<canary:[^>]*>/g)) found.add(mark);
    if ((typeof next !== "object" && typeof next !== "function") || next === null || seen.has(next)) continue;
    seen.add(next);
    pending.push(Object.getPrototypeOf(next));
    if (next instanceof Map || next instanceof Set) pending.push(...next.keys(), ...next.values());
    if (next instanceof String) pending.push(next.toString());
    for (const key of Reflect.ownKeys(next)) pending.push(key, Reflect.get(next, key));
    const toJson = typeof next === "object" ? Reflect.get(next, "toJSON") : undefined;
    if (typeof toJson === "function") pending.push(Reflect.apply(toJson, next, []));
  }
  return found;
}
