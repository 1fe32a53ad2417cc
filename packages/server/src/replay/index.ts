export type { FieldReplay } from "./field-tally";
export { OutlinePage, packOutlines, unpackOutlines } from "./outline-page";
export {
  PolicyReplay,
  type PolicyReplayResult,
  type RecordedHandoff,
  type ReplayTotals,
  replayPolicy,
} from "./replay-policy";
