import { isObject } from "@baton/core/internal";
/** The section `multi_agent_handoffs` as written: a draft may not be a valid policy yet. */
export type PolicySection = Readonly<Record<string, unknown>>;

/** The side whose value to use if two users changed the same thing differently. */
export type MergeSide = "mine" | "theirs";

/** A difference between two users' changes to the same policy; undefined means absent. */
export interface MergeConflict {
  /** Identifies the conflict in {@link mergePolicies}'s `choices`. */
  readonly key: string;
  /** The rule, or the name of the policy test; null for a setting of the policy itself. */
  readonly ruleId: string | null;
  /** Name of the setting; null for a whole rule or test. */
  readonly field: string | null;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

interface MergedPolicy {
  readonly section: PolicySection;
  /** Includes those that `choices` resolves. */
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Lists whose elements have names: the key of the name, and the name of their order in conflicts. A change of a test on
 * both sides is one conflict, because its parts depend on each other.
 */
const LISTS = {
  agent_handoff_rules: { id: "rule_id", order: "order of the rules", isWhole: false },
  content_rules: { id: "rule_id", order: "order of the content rules", isWhole: false },
  policy_tests: { id: "name", order: "order of the policy tests", isWhole: true },
} as const;
type List = keyof typeof LISTS;
/** The only list that is empty when absent: other absent lists pass everything or have defaults. */
const BLOCKED = "blocked_context_fields";

/**
 * Merges two users' changes to the same policy. Takes each user's changes; for lists of fields, what each
 * added or removed; `rule_id` identifies rules, and the name a policy test. If both changed a setting or a test
 * differently, reports the conflict and uses theirs unless `choices` differs.
 *
 * @param sections the common original, my version, and their saved version.
 * @param choices  by conflict key.
 */
export function mergePolicies(
  sections: { base: PolicySection; mine: PolicySection; theirs: PolicySection },
  choices: ReadonlyMap<string, MergeSide> = new Map(),
): MergedPolicy {
  const merge = new Merge(choices);
  const settings = merge.mergeFields(POLICY, {
    base: withoutLists(sections.base),
    mine: withoutLists(sections.mine),
    theirs: withoutLists(sections.theirs),
  });
  const mergeList = (list: List) =>
    merge.mergeRules(list, {
      base: readRules(list, sections.base),
      mine: readRules(list, sections.mine),
      theirs: readRules(list, sections.theirs),
    });
  const [contentRules, tests] = [mergeList("content_rules"), mergeList("policy_tests")];
  const section = {
    ...settings,
    ...(contentRules.length > 0 ? { content_rules: contentRules } : {}),
    ...(tests.length > 0 ? { policy_tests: tests } : {}),
    agent_handoff_rules: mergeList("agent_handoff_rules"),
  };
  return { section, conflicts: merge.conflicts };
}

interface Versions<Value> {
  readonly base: Value;
  readonly mine: Value;
  readonly theirs: Value;
}

type Place = Pick<MergeConflict, "ruleId" | "field"> & { readonly list: List };
const POLICY: Place = { list: "agent_handoff_rules", ruleId: null, field: null };

type Fields = Readonly<Record<string, unknown>>;
type Rules = ReadonlyMap<string, Fields>;

class Merge {
  readonly conflicts: MergeConflict[] = [];
  readonly #choices: ReadonlyMap<string, MergeSide>;

  constructor(choices: ReadonlyMap<string, MergeSide>) {
    this.#choices = choices;
  }

  /** Merges an object key by key: the settings of the policy, of a rule, or of one of its parts. */
  mergeFields(
    { list, ruleId, field }: Place,
    { base, mine, theirs }: Versions<Fields>,
  ): Record<string, unknown> {
    const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
    const merged = [...names].map((name) => {
      const place = { list, ruleId, field: field === null ? name : `${field}.${name}` };
      const versions = { base: base[name], mine: mine[name], theirs: theirs[name] };
      return [name, this.#mergeValue(place, versions)] as const;
    });
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
  }

  mergeRules(list: List, { base, mine, theirs }: Versions<Rules>): Fields[] {
    const merged = new Map<string, Fields>();
    for (const id of new Set([...theirs.keys(), ...mine.keys()])) {
      const place = { list, ruleId: id, field: null };
      const rule = this.#mergeRule(place, { base: base.get(id), mine: mine.get(id), theirs: theirs.get(id) });
      if (rule) merged.set(id, rule);
    }
    return this.#order(list, [...merged.keys()], {
      base: [...base.keys()],
      mine: [...mine.keys()],
      theirs: [...theirs.keys()],
    })
      .map((id) => merged.get(id))
      .filter((rule) => rule !== undefined);
  }

  #mergeRule(place: Place, { base, mine, theirs }: Versions<Fields | undefined>): Fields | undefined {
    if (mine && theirs) {
      if (!LISTS[place.list].isWhole) return this.mergeFields(place, { base: base ?? {}, mine, theirs });
      if (isSame(mine, theirs) || isSame(mine, base)) return theirs;
      return isSame(theirs, base) ? mine : this.#settle(place, { base, mine, theirs });
    }
    const kept = mine ?? theirs;
    if (base === undefined) return kept;
    if (kept === undefined || isSame(kept, base)) return undefined;
    return this.#settle(place, { base, mine, theirs });
  }

  #mergeValue(place: Place, versions: Versions<unknown>): unknown {
    const { base, mine, theirs } = versions;
    if (isSame(mine, theirs) || isSame(mine, base)) return theirs;
    if (isSame(theirs, base)) return mine;
    const before = place.field === BLOCKED ? (base ?? []) : base;
    if (isTextList(mine) && isTextList(theirs) && isTextList(before)) {
      const removed = before.filter((entry) => !mine.some((own) => own === entry));
      const added = mine.filter((entry) => !before.includes(entry) && !theirs.includes(entry));
      return [...theirs.filter((entry) => !removed.includes(entry)), ...added];
    }
    if (isObject(mine) && isObject(theirs) && isObject(base)) {
      return this.mergeFields(place, { base, mine, theirs });
    }
    return this.#settle(place, versions);
  }

  /**
   * Returns the rules in the order of the user who changed it; rules of the other user keep their
   * predecessor.
   */
  #order(list: List, ids: readonly string[], versions: Versions<readonly string[]>): string[] {
    const { base, mine, theirs } = versions;
    const inAll = base.filter((id) => mine.includes(id) && theirs.includes(id));
    const orderOf = (list: readonly string[]) => list.filter((id) => inAll.includes(id));
    const isMine = this.#isOrderMine(list, { base: inAll, mine: orderOf(mine), theirs: orderOf(theirs) });
    const [leading, other] = isMine ? [mine, theirs] : [theirs, mine];
    const ordered = leading.filter((id) => ids.includes(id));
    other.forEach((id, place) => {
      if (!ids.includes(id) || ordered.includes(id)) return;
      const previous = other.slice(0, place).findLast((one) => ordered.includes(one));
      ordered.splice(previous === undefined ? 0 : ordered.indexOf(previous) + 1, 0, id);
    });
    return ordered;
  }

  #isOrderMine(list: List, orders: Versions<readonly string[]>): boolean {
    if (isSame(orders.mine, orders.theirs) || isSame(orders.mine, orders.base)) return false;
    if (isSame(orders.theirs, orders.base)) return true;
    return this.#settle({ list, ruleId: null, field: LISTS[list].order }, orders) === orders.mine;
  }

  #settle<Value>({ list, ruleId, field }: Place, versions: Versions<Value>): Value {
    // Rules of two lists can have the same ID.
    const key = JSON.stringify(list === "agent_handoff_rules" ? [ruleId, field] : [list, ruleId, field]);
    this.conflicts.push({ key, ruleId, field, ...versions });
    return versions[this.#choices.get(key) ?? "theirs"];
  }
}

/** Returns the elements by name, rules otherwise by agents; equal ones also by position. */
function readRules(list: List, { [list]: rules }: PolicySection): Rules {
  const timesSeen = new Map<string, number>();
  const read = new Map<string, Fields>();
  for (const rule of Array.isArray(rules) ? rules.filter(isObject) : []) {
    const name = String(rule[LISTS[list].id] ?? `${String(rule.from_agent_id)}->${String(rule.to_agent_id)}`);
    const count = (timesSeen.get(name) ?? 0) + 1;
    timesSeen.set(name, count);
    read.set(count === 1 ? name : `${name}#${count}`, rule);
  }
  return read;
}

function withoutLists(section: PolicySection): Fields {
  return Object.fromEntries(Object.entries(section).filter(([name]) => !Object.hasOwn(LISTS, name)));
}

/** Returns true if two JSON values are equal, ignoring the order of keys. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((element, index) => isSame(element, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
  );
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}
