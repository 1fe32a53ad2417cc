export { compileForStored } from "./compile-for-stored";
export { observeContext, observeLine, type StoredLine } from "./observe-text";
