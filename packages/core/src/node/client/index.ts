export { describeRefusal } from "./describe-refusal";
export { type LivePolicy, type LivePolicyOptions, readLivePolicy } from "./live-policy";
export { PolicyClient, type PolicyClientOptions } from "./policy-client";
export { findProjectPolicy, type NamedPolicy, type ProjectPolicy } from "./project-policy";
export { readPublishedPolicy } from "./published-policy";
