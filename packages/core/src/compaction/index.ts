export { isActionable } from "./actionable";
export { isDecision } from "./decision";
export { isInstruction } from "./instruction";
