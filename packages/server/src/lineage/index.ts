export { isCheckable } from "../policy";
export {
  buildLineage,
  type Lineage,
  type LineageEdge,
  type LineageHandoff,
  type LineageNode,
} from "./build-lineage";
export { distinguishAgents } from "./distinguish-agents";
export { type FieldHolder, POSSESSIONS, type Possession } from "./field-holders";
export type { FieldSource } from "./field-query";
export type { FieldStep } from "./field-step";
export { findLeaks, LEAK_EVIDENCES, type Leak, type LeakEvidence } from "./find-leaks";
export { type FocusedLineage, focusLineage, type LineageFocus } from "./focus-lineage";
export { listFields, type NamedField } from "./list-fields";
export { type MergedMoment, type Moment, mergeMoments } from "./merge-moments";
export type { OutlinedHandoff } from "./outlined-handoff";
export { PolicyBlocks } from "./policy-blocks";
export { type AgentKnowledge, type KnownField, traceAgent, type WithheldField } from "./trace-agent";
export { type FieldLineage, traceField } from "./trace-field";
export {
  type CheckedHandoff,
  ENFORCEMENTS,
  type Enforcement,
  type PolicyCheck,
  type ViolatedField,
  type Violation,
  ViolationChecker,
} from "./violation-checker";
