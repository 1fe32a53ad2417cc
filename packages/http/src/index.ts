export { authenticate } from "./api-key";
export { KeyRate } from "./key-rate";
export { Problem, Refusal } from "./problem";
export { readBody, readRequestBody } from "./read-body";
