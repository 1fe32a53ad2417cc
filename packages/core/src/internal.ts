export { apiUrl } from "./api-url";
export { countOf } from "./count-of";
export { findingMaker, MAX_FINDINGS } from "./finding";
export { groupBy } from "./group-by";
export { isObject } from "./is-object";
export { findJsonExcess } from "./json-excess";
export { createLineFinder } from "./line-of-pointer";
export { recheckSettings } from "./manifest/recheck-settings";
export { nameUpTo } from "./name";
export { parseYaml } from "./parse-yaml";
export { pathBelow } from "./path-below";
export { diffRules } from "./policy/diff/diff-rules";
export { isAgentRoot, type OutlinePath, readOutlinePath } from "./policy/outline-path";
export {
  causeOf,
  compileForChecks,
  type LeafOutcome,
  type OutlineScope,
  scopeOutline,
} from "./policy/scope-outline";
export { describeIssues, toPointer } from "./schema-issue";
export { describeFlatContext } from "./scoping/describe-flat-context";
export { escapeKey, parseFieldPattern } from "./scoping/field-pattern";
export { foldKey } from "./scoping/fold";
export { nameOfKey, pathOfKey } from "./scoping/key-name";
export { tryObserved } from "./scoping/observed-rules";
export { mapCauses } from "./scoping/outcome";
export { plainJson } from "./scoping/plain-json";
export { parseStrictJson, type StrictJson } from "./scoping/strict-json";
export { redactText } from "./scoping/text/redact-text";
export { isPrintedHandoff, isRolloutHandoff } from "./session/codex-exec";
export type { ConversationLine, ConversationPart } from "./session/conversation/conversation-line";
export { hasConversation, readConversation } from "./session/conversation/read-conversation";
export { findHandoffText } from "./session/handoff-text";
export {
  documentOfReader,
  isDocumentNotice,
  isHandoffDocumentPath,
  readerOfDocument,
  readHandoffDocument,
} from "./session/succession";
export { parseTimestamp } from "./session/timestamp";
export { countToolUses, type ToolUse } from "./session/tool-uses";
