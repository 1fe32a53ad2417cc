export { describeNoResponse } from "./describe-no-response";
export { describeRefusal } from "./describe-refusal";
export { type GateRunOptions, type ReportedRun, reportGateRun } from "./gate-run";
export { type LivePolicy, type LivePolicyOptions, readLivePolicy } from "./live-policy";
export { PolicyClient, type PolicyClientOptions } from "./policy-client";
export { findProjectPolicy, type NamedPolicy, type ProjectPolicy } from "./project-policy";
export { readPublishedPolicy, readPublishedRollout } from "./published-policy";
