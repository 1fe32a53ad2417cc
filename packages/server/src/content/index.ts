export { compileForStored } from "./compile-for-stored";
export { observeContext, observeDocument, observeLine, type StoredLine } from "./observe-text";
