export { lookAtNextAlert } from "./queries/alert-write";
export { MAX_KEY_DAYS, makeApiKey, withdrawApiKey } from "./queries/api-key-write";
export { type AuditActor, type AuditEntry, recordAudit } from "./queries/audit-write";
export { findErasedFiles } from "./queries/barred-lines";
export { explainDataError, isConflict, isContentFault } from "./queries/data-error";
export { judgeWaitingHandoffs } from "./queries/drift-backfill";
export { runErasures } from "./queries/erasure-run";
export { putHandoffContent } from "./queries/handoff-write";
export type { EventLine, LineBatch, ResolvedRecord } from "./queries/line-batch";
export { countLineShapes, type ShapedLine } from "./queries/line-shape-write";
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
} from "./queries/manifest-write";
export { announce, type NewNotice, TRIAL_NOTICE } from "./queries/notice";
export {
  claimDeliveries,
  type Delivery,
  type DeliveryOutcome,
  settleDelivery,
} from "./queries/notice-delivery";
export {
  announceExpiry,
  type ExpiryPlace,
  type ExpiryStage,
  isExpiryAnnounced,
} from "./queries/policy-expiry";
export { publishImported } from "./queries/policy-publication-write";
export { positionKey } from "./queries/position";
export {
  addPostedBatch,
  claimPostedFile,
  findPostedBatch,
  limitWaiting,
  listBadLines,
  type PostedBatch,
  type PostedPlace,
} from "./queries/posted-write";
export { insertQuarantinedLines, type QuarantinedLine } from "./queries/quarantine-write";
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
} from "./queries/replay-write";
export { applyRetention } from "./queries/retention-apply";
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
} from "./queries/source-file-write";
export { acknowledgeLosses, recordLoss, type SourceLoss } from "./queries/source-loss";
export {
  dropOldMinutes,
  noteSourcePulse,
  type SourceLag,
  type SourceMinute,
} from "./queries/source-pulse-write";
export { ensureWorkspace, listAllSources, markScanned, registerSource } from "./queries/source-write";
export {
  countStored,
  isDocumentStored,
  listStoredLines,
  type StoredCounts,
  type StoredLine,
} from "./queries/stored-line";
export {
  type NewHandoffDocument,
  type NewProgressFile,
  type PutOutcome,
  putHandoffDocument,
  putProgressFile,
} from "./queries/succession-write";
export { deleteWorkspace } from "./queries/workspace";
export { type WrittenLines, writeLines } from "./queries/write-lines";
