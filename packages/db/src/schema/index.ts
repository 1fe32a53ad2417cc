export { compaction } from "./compaction";
export { event, eventIdentity } from "./event";
export { CAUSE_COLUMNS, handoff, handoffOutline } from "./handoff";
export { manifest } from "./manifest";
export { POLICY_ORIGINS, policyVersion } from "./policy";
export { savingsByPairHour, savingsByRuleHour } from "./savings";
export { messageUsage, session } from "./session";
export { quarantinedLine, SOURCE_FILE_STATES, source, sourceFile } from "./source";
export { workspace } from "./workspace";
