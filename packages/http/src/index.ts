export { authenticate } from "./api-key";
export { KeyRate } from "./key-rate";
export { Problem, Refusal } from "./problem";
export { MAX_BODY_BYTES, readBody, readRequestBody } from "./read-body";
