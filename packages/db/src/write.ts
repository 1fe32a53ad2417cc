export { notifyPolicy } from "./pg-notify";
export { insertAlertEvent, lockDueAlert, updateAlertState } from "./sql/alert/alert";
export {
  type NewHandoffDocument,
  type PutOutcome,
  upsertHandoffDocument,
  upsertProgressFile,
} from "./sql/artifact/handoff-document-write";
export { getManifestReviewState, insertManifestReview } from "./sql/artifact/manifest-review";
export {
  findManifestAt,
  listFirstManifests,
  listWaitingManifests,
  lockProject,
  type ManifestValidation,
  recheckManifest,
  revertUnresolved,
  upsertManifest,
} from "./sql/artifact/manifest-write";
export { insertRolloutChange, lockRollout, updateManifestPhases } from "./sql/artifact/rollout";
export { type AuditActor, BATON_ACTOR, recordAudit } from "./sql/audit/audit-write";
export { explainDataError, isConflict, isContentFault } from "./sql/database/data-error";
export { blockStoring, findErasedFiles, retainedSince } from "./sql/erasure/erased-lines";
export {
  finishErasure,
  listPendingErasures,
  lockPendingErasure,
  updateErasedRows,
  upsertErasure,
} from "./sql/erasure/erasure";
export { eraseDocuments, eraseTraces } from "./sql/erasure/erasure-documents";
export { listLinesOfAgent, listLinesOfSession, listMonths } from "./sql/erasure/erasure-lines";
export {
  deleteErasedWorkspace,
  deleteSomeRows,
  eraseWorkspaceFiles,
  LARGE_TABLES,
} from "./sql/erasure/erasure-workspace";
export { deleteExpiredActivity, deleteExpiredLines, dropExpiredPartitions } from "./sql/erasure/expired-rows";
export {
  listRetentions,
  updateAppliedAt,
  updateAppliedBefore,
  upsertRetention,
} from "./sql/erasure/retention";
export { upsertHandoffContent } from "./sql/handoff/handoff-write";
export { searchLeaks } from "./sql/leak/leak-search";
export type { EventLine, ResolvedRecord } from "./sql/line/line-batch";
export { addDeleted, type DeletedRows, deleteLines } from "./sql/line/line-delete";
export { countLineShapes, type ShapedLine } from "./sql/line/line-shape-write";
export { positionKey } from "./sql/line/position";
export { type WrittenLines, writeLines } from "./sql/line/write-lines";
export {
  hasNotification,
  insertDeliveries,
  insertNotification,
  TRIAL_NOTICE,
} from "./sql/notification/notification";
export {
  claimDeliveries,
  type Delivery,
  type DeliveryOutcome,
  settleDelivery,
} from "./sql/notification/notification-delivery";
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
  claimQuarantinedLine,
  claimReplayRequest,
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
} from "./sql/quarantine/replay-write";
export { deletePrice, lockPrice, upsertDefaultModel, upsertPrice } from "./sql/savings/model-price";
export { addToSavings, toSummed } from "./sql/savings/savings-write";
export type { LinePlace } from "./sql/source/dropped-lines";
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
  claimSourceFile,
  listKnownFiles,
  lockFileTracking,
  lockSourceFileRow,
  moveSourceFiles,
  readSourceFile,
  type SourceFile,
  updateSourceFile,
} from "./sql/source/source-file-write";
export {
  dropOldMinutes,
  recordSourceHeartbeat,
  type SourceMinute,
} from "./sql/source/source-heartbeat-write";
export { getSourceRoot, type LossDetails, type SourceLoss } from "./sql/source/source-loss";
export { ensureWorkspace, listAllSources, markScanned, registerSource } from "./sql/source/source-write";
export {
  countStored,
  isDocumentStored,
  listStoredLines,
  type StoredCounts,
  type StoredLine,
} from "./sql/source/stored-line";
export { checkWaitingHandoffs } from "./sql/violation/violation-backfill";
export { deleteWorkspace } from "./sql/workspace/workspace-delete";
