import { AgentId, checkText, readHandoffContext, scopeContext } from "@baton/core";
import { matchRule, switchSetting } from "@baton/core/policy";
import { v7 as uuidv7 } from "uuid";
import type { Decisions, Pair } from "../server/decisions";
import { ToolError } from "../tool-error";
import type { Project } from "./project";

/** Returns the decisions of the policy of a project, which is read for each decision. */
export function decisionsOfProject(project: Project): Decisions {
  return {
    async checkText(pair, text) {
      const policy = await project.readPolicy();
      const { version: policy_version } = policy;
      const setting = switchSetting(policy.switch);
      const none = { text, findings: [], blocked: false, failure: null, policy_version };
      if (setting === "off") return none;
      const { findings, isBlocked, failure, text: checked } = checkText(policy, { ...parsePair(pair), text });
      if (setting === "observe") return { ...none, findings: [...findings], failure };
      const passed = isBlocked ? null : checked;
      return { text: passed, findings: [...findings], blocked: isBlocked, failure, policy_version };
    },
    async scopeContext(pair, given) {
      const policy = await project.readPolicy();
      const { from, to } = parsePair(pair);
      const read = readHandoffContext(given);
      if (!read.ok) throw new ToolError(`context: ${read.finding.message}. ${read.finding.hint}`);
      const now = Date.now();
      const terms = { isParsedJson: true, now, newId: uuidv7, sessionId: "baton-scope" };
      const { scoped, event } = scopeContext(policy, { from, to, context: read.context, ...terms });
      const match = policy.index && matchRule(policy.index, from, to, { now });
      return { scoped, rule_id: match?.ruleId ?? null, event };
    },
  };
}

function parsePair({ from, to }: Pair): Pair {
  for (const id of [from, to]) {
    if (!AgentId.safeParse(id).success) throw new ToolError(`“${id}” is not the ID of an agent.`);
  }
  return { from, to };
}
