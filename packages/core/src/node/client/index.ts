export { describeRefusal } from "./describe-refusal";
export { type LivePolicy, type LivePolicyOptions, readLivePolicy } from "./live-policy";
export { PolicyClient, type PolicyClientOptions } from "./policy-client";
export { readPublishedPolicy } from "./published-policy";
