export { authAccount, authLink, authSession, authUser, authVerification, LINK_PURPOSES } from "./account";
export { agent } from "./agent";
export { alertEvent, alertRule } from "./alert";
export { API_KEY_SCOPES, apiKey } from "./api-key";
export { auditHead, auditLog } from "./audit";
export { COLD_STATES, COLD_TABLES, coldFile } from "./cold-file";
export { compaction, type StoredLoss } from "./compaction";
export { contentFinding } from "./content-finding";
export { droppedLines, ERASURE_KINDS, erasedFile, erasure } from "./erasure";
export { event, eventIdentity } from "./event";
export { gateRun } from "./gate-run";
export { handoff, handoffOutline } from "./handoff";
export { handoffDocument } from "./handoff-document";
export { blockMark, leak, leakSearch } from "./leak";
export { lineShape } from "./line-shape";
export { manifest } from "./manifest";
export { fileContent, manifestFile } from "./manifest-file";
export { manifestReview, REVIEW_VERDICTS } from "./manifest-review";
export { erasedMemory, memory, memoryRead } from "./memory";
export { defaultModel, modelPrice } from "./model-price";
export {
  CHANNEL_KINDS,
  DELIVERY_STATES,
  notification,
  notificationChannel,
  notificationDelivery,
  notificationRead,
} from "./notification";
export { policyVersion } from "./policy";
export { policyClient } from "./policy-client";
export {
  policyDraft,
  policyDraftRevision,
  policyReview,
  policySetting,
  REVIEW_ENTRIES,
} from "./policy-draft";
export { policyPublication } from "./policy-publication";
export { policyRelease, RELEASE_STATES } from "./policy-release";
export { postedBatch } from "./posted-batch";
export { ProgressDetails, type ProgressKind, progressFile } from "./progress-file";
export { replayRequest } from "./replay-request";
export { type ReportLinkView, reportLink } from "./report-link";
export { reportSchedule } from "./report-schedule";
export { retention } from "./retention";
export { rolloutChange } from "./rollout";
export { savedView, VIEW_PAGES } from "./saved-view";
export {
  blockedByField,
  compactionsByAgent,
  FIELD_OUTCOMES,
  fieldByPair,
  savingsByPair,
  savingsByRule,
  savingsByWorkspace,
  ungovernedByPair,
} from "./savings";
export { messageUsage, session } from "./session";
export { quarantinedLine, SOURCE_KINDS, source, sourceFile } from "./source";
export { sourceMinute } from "./source-minute";
export { SPANS, type Span } from "./span";
export { taskAttempt, taskStep } from "./task";
export { traceSpan } from "./trace-span";
export { artifactRead, manifestHandoff, workflow } from "./workflow";
export { workspace } from "./workspace";
export { invitation, ROLES, workspaceMember } from "./workspace-member";
