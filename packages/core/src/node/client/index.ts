export { PolicyClient, type PolicyClientOptions } from "./policy-client";
export { type ReadPublishedPolicy, readPublishedPolicy } from "./published-policy";
