export { isCheckable } from "../policy";
export { BlockLedger, type BlockMark, type LedgerGap } from "./block-ledger";
export {
  buildLineage,
  type Lineage,
  type LineageEdge,
  type LineageHandoff,
  type LineageNode,
} from "./build-lineage";
export { distinguishAgents } from "./distinguish-agents";
export { explainFields } from "./explain-fields";
export { type FieldHolder, POSSESSIONS } from "./field-holders";
export type { FieldSource } from "./field-query";
export type { FieldStep } from "./field-step";
export { focusLineage, type LineageFocus } from "./focus-lineage";
export {
  type Block,
  comparePlaces,
  type HandoffPlace,
  LEAK_EVIDENCES,
  type Leak,
  type LeakEvidence,
  type LeakedPath,
} from "./leak";
export { type HandoffTraces, LeakTracer, nameOf } from "./leak-traces";
export { listFields } from "./list-fields";
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
