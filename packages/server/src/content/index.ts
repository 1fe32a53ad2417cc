export { compileForStored } from "./compile-for-stored";
export {
  type ObservedFinding,
  observeContext,
  observeLine,
  type StoredHandoff,
  type StoredLine,
} from "./observe-text";
