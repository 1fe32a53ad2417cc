export { isComparable, isTellable } from "./comparison-size";
export { type CoveredPair, coverPairs, type PairTraffic } from "./cover-pairs";
export {
  Acknowledgement,
  type DraftGround,
  evaluatePublication,
  type NewlyLetThrough,
  type PublicationGround,
  type PublicationRequest,
  type PublicationVerdict,
} from "./evaluate-publication";
export { isCheckable } from "./is-checkable";
export { listExpiries, type RuleExpiry } from "./list-expiries";
export { type MergeConflict, type MergeSide, mergePolicies, type PolicySection } from "./merge-policies";
