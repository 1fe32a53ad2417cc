export { describeRefusal } from "./describe-refusal";
export { PolicyClient, type PolicyClientOptions } from "./policy-client";
export { readPublishedPolicy } from "./published-policy";
