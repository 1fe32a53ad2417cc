export { isJudgeable } from "../policy/is-judgeable";
export {
  buildLineage,
  type Lineage,
  type LineageEdge,
  type LineageHandoff,
  type LineageNode,
} from "./build-lineage";
export { type FieldHolder, POSSESSIONS, type Possession } from "./field-holders";
export type { FieldSource } from "./field-query";
export { COMEBACKS, type Comeback, type FieldStep } from "./field-step";
export { type FieldComeback, findComebacks } from "./find-comebacks";
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
export { type AgentKnowledge, type KnownField, traceAgent, type WithheldField } from "./trace-agent";
export { type FieldLineage, traceField } from "./trace-field";
