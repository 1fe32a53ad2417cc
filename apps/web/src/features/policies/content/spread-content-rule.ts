import { ANY_AGENT, type ContentRule } from "@baton/core/policy";

/** The side of a handoff whose agent a rule names. */
export type Side = "from_agent_id" | "to_agent_id";

/** Maximum characters of a rule ID. */
const MAX_ID = 100;

/**
 * Finds agents by a list of names and patterns, separated by commas, spaces or line breaks. In a pattern, `*` is any
 * text: `*_finance`. A name may be new; a pattern finds known agents.
 * @returns each agent once, and the patterns that find none.
 */
export function findAgents(
  text: string,
  known: readonly string[],
): { agents: readonly string[]; unmatched: readonly string[] } {
  const agents = new Set<string>();
  const unmatched: string[] = [];
  for (const entry of text.split(/[\s,]+/).filter((each) => each !== "")) {
    const found = entry.includes("*") ? known.filter((agent) => matches(agent, entry)).toSorted() : [entry];
    if (found.length === 0) unmatched.push(entry);
    for (const agent of found) agents.add(agent);
  }
  return { agents: [...agents], unmatched };
}

function matches(agent: string, pattern: string): boolean {
  const [start = "", ...rest] = pattern.split("*");
  const end = rest.pop() ?? "";
  if (agent.length < start.length + end.length || !agent.startsWith(start) || !agent.endsWith(end))
    return false;
  let place = start.length;
  const last = agent.length - end.length;
  return rest.every((part) => {
    const found = agent.indexOf(part, place);
    place = found + part.length;
    return found >= 0 && place <= last;
  });
}

/**
 * Replaces a content rule with one for each of these agents, at the same place. The first keeps the ID.
 * @returns all rules.
 */
export function spreadContentRule(
  rules: readonly ContentRule[],
  position: number,
  { side, agents }: { side: Side; agents: readonly string[] },
): ContentRule[] {
  const rule = rules[position];
  if (!rule || agents.length === 0) return [...rules];
  const ids = new Set(rules.map(({ rule_id }) => rule_id));
  const sorted = agents.toSorted((a, b) => Number(b === rule[side]) - Number(a === rule[side]));
  const spread = sorted.map((agent, index) => {
    const rule_id = index === 0 ? rule.rule_id : createId(rule.rule_id, agent, ids);
    ids.add(rule_id);
    return { ...rule, rule_id, [side]: agent };
  });
  return rules.toSpliced(position, 1, ...spread);
}

/** Returns an unused ID that names the agent, with only the characters that redacted texts may contain. */
function createId(ruleId: string, agent: string, ids: ReadonlySet<string>): string {
  const name = agent === ANY_AGENT ? "any" : agent.replace(/[^\w.-]/g, "_");
  for (let number = 1; ; number += 1) {
    const end = `_${name.slice(0, MAX_ID / 2)}${number === 1 ? "" : `_${number}`}`;
    const id = ruleId.slice(0, MAX_ID - end.length) + end;
    if (!ids.has(id)) return id;
  }
}
