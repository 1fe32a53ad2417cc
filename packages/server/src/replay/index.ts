export type { FieldReplay } from "./field-tally";
export { OutlinePage, packOutlines, unpackOutlines } from "./outline-page";
export {
  type PairReplay,
  PolicyReplay,
  type PolicyReplayResult,
  type RecordedHandoff,
  type ReplayTotals,
  type RuleReplay,
  replayPolicy,
} from "./replay-policy";
