import { ANY_AGENT } from "@baton/core/policy";
import { z } from "zod";

const Section = z.looseObject({ agent_handoff_rules: z.array(z.unknown()) });

/** A rule names an agent, or any agent if it leaves one out. */
const Side = z.string().nullish();
const Rule = z.object({ from_agent_id: Side, to_agent_id: Side });

/**
 * Removes rules that could not decide about a handoff between these agents, directly or by a block that agents
 * inherit. Rules that cannot be read stay.
 *
 * @param section of a policy, as reported.
 * @returns the section, and the number of removed rules.
 */
export function keepRelevantRules(
  section: unknown,
  agents: ReadonlySet<string>,
): { policy: unknown; omittedRules: number } {
  const read = Section.safeParse(section);
  if (!read.success) return { policy: section, omittedRules: 0 };
  const rules = read.data.agent_handoff_rules;
  const kept = rules.filter((given) => {
    const rule = Rule.safeParse(given);
    if (!rule.success) return true;
    return [rule.data.from_agent_id, rule.data.to_agent_id].every(
      (agent) => agent == null || agent === ANY_AGENT || agents.has(agent),
    );
  });
  return {
    policy: { ...read.data, agent_handoff_rules: kept },
    omittedRules: rules.length - kept.length,
  };
}
