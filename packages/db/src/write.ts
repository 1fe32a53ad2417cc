export { notifyPolicy } from "./pg-notify";
export { insertAlertEvent, lockDueAlert, updateAlertState } from "./sql/alert/alert";
export {
  findManifestAt,
  listFirstManifests,
  listWaitingManifests,
  lockProject,
  type ManifestJudgement,
  type NewManifest,
  putManifest,
  recheckManifest,
  takeBackUnresolved,
} from "./sql/artifact/manifest-write";
export {
  type NewHandoffDocument,
  type NewProgressFile,
  type PutOutcome,
  putHandoffDocument,
  putProgressFile,
} from "./sql/artifact/succession-write";
export { type AuditActor, type AuditEntry, BATON_ACTOR, recordAudit } from "./sql/audit/audit-write";
export { explainDataError, isConflict, isContentFault } from "./sql/database/data-error";
export { findErasedFiles } from "./sql/erasure/barred-lines";
export { runErasures } from "./sql/erasure/erasure-run";
export { applyRetention } from "./sql/erasure/retention-apply";
export { putHandoffContent } from "./sql/handoff/handoff-write";
export type { EventLine, LineBatch, ResolvedRecord } from "./sql/line/line-batch";
export { countLineShapes, type ShapedLine } from "./sql/line/line-shape-write";
export { positionKey } from "./sql/line/position";
export { type WrittenLines, writeLines } from "./sql/line/write-lines";
export {
  hasNotification,
  insertDeliveries,
  insertNotification,
  TRIAL_NOTICE,
} from "./sql/notification/notice";
export {
  claimDeliveries,
  type Delivery,
  type DeliveryOutcome,
  settleDelivery,
} from "./sql/notification/notice-delivery";
export { upsertMayApproveOwn } from "./sql/policy/policy-approval";
export {
  getDraftRevision,
  insertDraft,
  insertDraftRevision,
  listAuthors,
  lockDraft,
  lockOpenDraft,
  lockPolicies,
  OPEN_DRAFT_STATES,
  updateDraft,
} from "./sql/policy/policy-draft";
export { insertPublication, upsertPublishedVersion } from "./sql/policy/policy-publication";
export { insertPolicyReview, listPolicyReviews } from "./sql/policy/policy-review";
export { insertQuarantinedLines, type QuarantinedLine } from "./sql/quarantine/quarantine-write";
export {
  countReplayed,
  findLineToReplay,
  findMendedEvent,
  findTimeBefore,
  finishReplay,
  isQuarantined,
  type LinePosition,
  type ReplayOutcome,
  type StoredQuarantinedLine,
  settleReplay,
  takeQuarantinedLine,
  takeReplayRequest,
} from "./sql/quarantine/replay-write";
export { addToSavings, toSummed } from "./sql/savings/savings-write";
export {
  addPostedBatch,
  claimPostedFile,
  findPostedBatch,
  limitWaiting,
  listBadLines,
  type PostedBatch,
  type PostedPlace,
} from "./sql/source/posted-write";
export {
  addSourceFile,
  advanceCursor,
  beginGeneration,
  type CursorAdvance,
  claimSourceFile,
  holdSourceFile,
  listKnownFiles,
  lockFileTracking,
  moveSourceFiles,
  type NewSourceFile,
  readSourceFile,
  type SourceFile,
  updateSourceFile,
} from "./sql/source/source-file-write";
export { acknowledgeLosses, recordLoss, type SourceLoss } from "./sql/source/source-loss";
export {
  dropOldMinutes,
  noteSourcePulse,
  type SourceLag,
  type SourceMinute,
} from "./sql/source/source-pulse-write";
export { ensureWorkspace, listAllSources, markScanned, registerSource } from "./sql/source/source-write";
export {
  countStored,
  isDocumentStored,
  listStoredLines,
  type StoredCounts,
  type StoredLine,
} from "./sql/source/stored-line";
export { judgeWaitingHandoffs } from "./sql/violation/drift-backfill";
export { MAX_KEY_DAYS, makeApiKey, withdrawApiKey } from "./sql/workspace/api-key-write";
export { deleteWorkspace } from "./sql/workspace/workspace-delete";
