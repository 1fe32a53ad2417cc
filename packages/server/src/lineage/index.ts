export { isJudgeable } from "../policy";
export {
  buildLineage,
  type Lineage,
  type LineageEdge,
  type LineageHandoff,
  type LineageNode,
} from "./build-lineage";
export { type FieldHolder, POSSESSIONS, type Possession } from "./field-holders";
export type { FieldSource } from "./field-query";
export type { FieldStep } from "./field-step";
export { findLeaks, LEAK_EVIDENCES, type Leak, type LeakEvidence } from "./find-leaks";
export { type FocusedLineage, focusLineage, type LineageFocus } from "./focus-lineage";
export {
  type Drift,
  type DriftedField,
  ENFORCEMENTS,
  type Enforcement,
  EnforcementJudge,
  type JudgedHandoff,
  type Judgement,
} from "./judge-enforcement";
export { listFields, type NamedField } from "./list-fields";
export { type MergedMoment, type Moment, mergeMoments } from "./merge-moments";
export type { OutlinedHandoff } from "./outlined-handoff";
export { PolicyBlocks } from "./policy-blocks";
export { tellAgentsApart } from "./tell-agents-apart";
export { type AgentKnowledge, type KnownField, traceAgent, type WithheldField } from "./trace-agent";
export { type FieldLineage, traceField } from "./trace-field";
