export { hashFile, RowHash, readParquet, writeParquet } from "./cold/parquet";
export { notifyPolicy, notifyReplay } from "./pg-notify";
export { COLD_TABLES } from "./schema/cold-file";
export { FOUNDER_EMAIL, upsertFounder } from "./sql/account/account";
export { createLinkToken } from "./sql/account/link-token";
export {
  deleteAlert,
  insertAlert,
  insertAlertEvent,
  lockAlert,
  lockDueAlert,
  updateAlert,
  updateAlertState,
} from "./sql/alert/alert";
export { insertGateRun } from "./sql/artifact/gate-run";
export {
  lockHandoffDocument,
  lockProgressFile,
  type NewHandoffDocument,
  type NewProgressFile,
  supersedeHandoffDocuments,
  supersedeProgressFiles,
  upsertHandoffDocument,
  upsertProgressFile,
} from "./sql/artifact/handoff-document-write";
export { replaceManifestFiles } from "./sql/artifact/manifest-file";
export { getManifestReviewState, insertManifestReview } from "./sql/artifact/manifest-review";
export {
  findManifestAt,
  listFirstManifests,
  listWaitingManifests,
  lockCurrentManifests,
  lockManifest,
  lockProject,
  type ManifestKey,
  type ManifestValidation,
  revertUnresolved,
  updateManifestFindings,
  updateManifestValidation,
  upsertManifest,
} from "./sql/artifact/manifest-write";
export { insertRolloutChange, lockRollout, updateManifestPhases } from "./sql/artifact/rollout";
export { nameTaskAgents, upsertTasks } from "./sql/artifact/task-write";
export { insertArtifactReads, upsertWorkflows } from "./sql/artifact/workflow-write";
export { type AuditActor, BATON_ACTOR, recordAudit } from "./sql/audit/audit-write";
export { COLD_COLUMNS } from "./sql/cold/cold-columns";
export {
  type ColdFile,
  deleteColdFile,
  discardColdFiles,
  insertColdFile,
  listDiscardedFiles,
  listStoredFiles,
  lockColdFiles,
  updateStoredFile,
} from "./sql/cold/cold-file";
export { clearWarmTexts, listWarmDays, readWarmRows, shrinkMonth } from "./sql/cold/move-rows";
export { restoreColdDays, restoreColdLines } from "./sql/cold/restore-texts";
export { findUncompared, updateComparison } from "./sql/compaction/compaction-comparison";
export { settleNotices } from "./sql/compaction/compaction-notice";
export {
  insertCompactions,
  upsertCompactionSize,
  upsertCompactionSummary,
} from "./sql/compaction/compaction-write";
export {
  deleteObservedFindings,
  insertContentFindings,
  type NewContentFinding,
} from "./sql/content/content-finding-write";
export { explainDataError, isConflict, isContentFault } from "./sql/database/data-error";
export {
  blockErasure,
  blockStoring,
  findErasedFiles,
  hashName,
  listErasedNames,
  listStoredHandoffs,
} from "./sql/erasure/erased-names";
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
  getRetentionState,
  listRetentions,
  retainedSince,
  updateAppliedAt,
  updateAppliedBefore,
  upsertRetention,
} from "./sql/erasure/retention";
export { addToFields } from "./sql/field/field-totals";
export { joinHandoffs } from "./sql/handoff/handoff-join";
export {
  insertHandoffs,
  insertLateHandoffs,
  nameReturningAgents,
  type ResolvedHandoff,
  upsertHandoffContent,
  withdrawHandoffs,
} from "./sql/handoff/handoff-write";
export { replacePrintedHandoffs } from "./sql/handoff/printed-handoffs";
export { settleSuccessions } from "./sql/handoff/succession-write";
export { upsertTraceSpans } from "./sql/handoff/trace-span-write";
export { addToUngoverned } from "./sql/handoff/ungoverned-write";
export {
  getLeakSearch,
  type LeakSearch,
  listSearchedWorkspaces,
  listSessionsWithOtherHandoffs,
  lockSearchedSession,
  restartLeaks,
  type SessionKey,
  searchLinkedSessions,
  tryLockFamily,
  updateLeakSearch,
  upsertLeakSearches,
} from "./sql/leak/leak-search";
export {
  type FoundLeak,
  listBlockMarks,
  listMarkedSessions,
  upsertBlockMarks,
  upsertLeaks,
} from "./sql/leak/leak-write";
export { readNext, type SearchedHandoff, toSearched } from "./sql/leak/searched-handoff";
export { claimIdentities, insertEvents } from "./sql/line/event-write";
export type { EventLine, LineBatch, ResolvedRecord } from "./sql/line/line-batch";
export { addDeleted, type DeletedRows, deleteLines } from "./sql/line/line-delete";
export { countLineShapes, type ShapedLine } from "./sql/line/line-shape-write";
export { positionKey } from "./sql/line/position";
export {
  deleteReplacedMemories,
  eraseMemory,
  insertMemoryReads,
  updateMemory,
  upsertMemories,
  withoutErasedMemories,
} from "./sql/memory/memory-write";
export { insertReads } from "./sql/notification/inbox";
export {
  hasNotification,
  insertDeliveries,
  insertNotification,
  TRIAL_NOTICE,
} from "./sql/notification/notification";
export {
  deleteNotificationChannel,
  insertNotificationChannel,
  lockNotificationChannel,
  updateNotificationChannel,
} from "./sql/notification/notification-channel";
export {
  claimDeliveries,
  type Delivery,
  type DeliveryOutcome,
  settleDelivery,
} from "./sql/notification/notification-delivery";
export { upsertMayApproveOwn } from "./sql/policy/policy-approval";
export { deleteSilentClients, upsertPolicyClient } from "./sql/policy/policy-client";
export {
  getDraftRevision,
  insertDraft,
  insertDraftRevision,
  isDraftOnlyBy,
  listAuthors,
  lockDraft,
  lockOpenDraft,
  lockPolicies,
  OPEN_DRAFT_STATES,
  updateDraft,
} from "./sql/policy/policy-draft";
export { insertPublication, upsertPublishedVersion } from "./sql/policy/policy-publication";
export { insertRelease, updateRelease } from "./sql/policy/policy-release";
export { insertPolicyReview, listPolicyReviews } from "./sql/policy/policy-review";
export { upsertReportedPolicies } from "./sql/policy/policy-write";
export { insertQuarantinedLines, type QuarantinedLine } from "./sql/quarantine/quarantine-write";
export { countQuarantinedLines, insertReplayRequest } from "./sql/quarantine/replay";
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
export { deleteReportLink, insertReportLink } from "./sql/report/report-link";
export {
  deleteReportSchedule,
  insertReportSchedule,
  lockDueReport,
  lockReportSchedule,
  updateReportDue,
} from "./sql/report/report-schedule";
export { addToBlockedFields } from "./sql/savings/blocked-field-totals";
export {
  deletePrice,
  lockPrice,
  upsertDefaultModel,
  upsertImportedPrices,
  upsertPrice,
} from "./sql/savings/model-price";
export { addToSavings, toSummed } from "./sql/savings/savings-write";
export { settleAgents, upsertAgents } from "./sql/session/agent-write";
export { upsertMessageUsages } from "./sql/session/message-usage-write";
export { listFamilies } from "./sql/session/session-family";
export { addHandoffsToSessions, addToSessions, listUnlinkedSessions } from "./sql/session/session-totals";
export { addDroppedLines, type LinePlace } from "./sql/source/dropped-lines";
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
export {
  ensureWorkspace,
  listAllSources,
  markScanned,
  registerSource,
  storesSourceContent,
  updateIsFollowed,
} from "./sql/source/source-write";
export {
  countStored,
  isDocumentStored,
  listStoredLines,
  type StoredCounts,
  type StoredLine,
} from "./sql/source/stored-line";
export { standsBetween } from "./sql/statement/json-string-match";
export {
  addViolationsToSessions,
  findWaitingVersion,
  listWaitingHandoffs,
  markWithoutVersion,
  tryLockViolationCheck,
  updateViolations,
  type WaitingHandoff,
} from "./sql/violation/violation";
export {
  acceptInvitation,
  findInvitedWorkspace,
} from "./sql/workspace/invitation";
export {
  deleteSavedView,
  insertSavedView,
  lockSavedView,
  lockSavedViews,
  updateSavedView,
} from "./sql/workspace/saved-view";
export { deleteWorkspace } from "./sql/workspace/workspace-delete";
export { insertWorkspace, updateHidesFewPeople, updateWorkspaceName } from "./sql/workspace/workspace-list";
export {
  addMemberWhereNone,
  deleteMember,
  lockWorkspace,
  setSessionColumns,
  updateRoles,
} from "./sql/workspace/workspace-member";
