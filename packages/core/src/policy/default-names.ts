/** Matches every agent in a rule. */
export const ANY_AGENT = "*";

/** Parts that pass in every mode except for their blocked fields: those of a history that the receiver needs. */
export const KEPT_PARTS: readonly string[] = ["last_user_message", "receiver_messages"];

/** Names of a context's own parts, which agents cannot have. */
export const RESERVED_AGENT_IDS: readonly string[] = [
  "observations",
  "original_input",
  "memories",
  "artifacts",
  ...KEPT_PARTS,
];

/** Input fields that pass in mode `minimal` by default. */
export const DEFAULT_MINIMAL_INPUT_FIELDS: readonly string[] = [
  "claim_id",
  "policy_id",
  "workflow_id",
  "session_id",
  "task_id",
  "feature",
  "spec_path",
];
