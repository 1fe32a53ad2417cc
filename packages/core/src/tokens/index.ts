export { withContextBudget } from "../budget/context-budget";
export { BudgetLimits, DEFAULT_BUDGET_LIMITS } from "../budget/limits";
export {
  type ContextPart,
  type ContextPlan,
  type Overrun,
  type PlannedPart,
  planContext,
} from "../budget/plan-context";
export {
  ALERT_LEVELS,
  ALERT_SHARES,
  type AlertLevel,
  alertLevel,
  contextUtilization,
  type EnteringContext,
  enteringTokens,
  type HandoffSize,
  handoffUtilization,
} from "../budget/utilization";
export {
  type AgentUsage,
  type MeasuredHandoff,
  WorkflowBudget,
  type WorkflowTotals,
} from "../budget/workflow-budget";
export { cutToTokens } from "../scoping/summarize";
export { countTokens, loadEncoding } from "./count-tokens";
export { ENCODINGS, type Encoding } from "./encoding";
