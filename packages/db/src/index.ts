export { type Connection, connect, type Database } from "./client";
export { ColdError } from "./cold/cold-error";
export type { ColdStore } from "./cold/cold-store";
export { openColdStore } from "./cold/open-cold-store";
export type { Listener } from "./listener";
export {
  listenForNotifications,
  listenForPolicies,
  listenForReplays,
  listenForRows,
  notifyPolicyPages,
  notifyRows,
  RowsNotification,
} from "./pg-notify";
export { getLogPosition, LogPosition, Replica } from "./replica";
export {
  createAccount,
  endSignIns,
  findAccount,
  getPasswordHash,
  hasPassword,
  isPasswordUnchanged,
  listSignIns,
  listSignInWays,
  setPassword,
  updateAccount,
} from "./sql/account/account";
export { consumeLink, createLink, hashLinkToken } from "./sql/account/link-token";
export { lockAccount } from "./sql/account/lock-account";
export { getAlert, listAlertEvents, listAlerts } from "./sql/alert/alert";
export { listCompliance } from "./sql/artifact/compliance";
export { findManifestByContent, getReviewOfContent, listGateRuns } from "./sql/artifact/gate-run";
export {
  getHandoffChain,
  getHandoffDocument,
  getHandoffDocumentFacets,
  listHandoffDocuments,
  listHandoffDocumentVersions,
  listHandoffProgress,
} from "./sql/artifact/handoff-document";
export {
  findManifestVersion,
  getManifest,
  getManifestFacets,
  listManifests,
  listManifestVersions,
  listProjectManifests,
} from "./sql/artifact/manifest";
export { getManifestFile, listManifestFiles, type StoredManifestFile } from "./sql/artifact/manifest-file";
export { type ChangedFile, diffManifestFiles } from "./sql/artifact/manifest-file-diff";
export {
  listManifestReviews,
  REVIEW_STATES,
  REVIEW_VERDICTS,
  type ReviewState,
  type ReviewVerdict,
} from "./sql/artifact/manifest-review";
export { listManifestHandoffs, listManifestReads } from "./sql/artifact/manifest-usage";
export { getRollout, listRolloutChanges } from "./sql/artifact/rollout";
export {
  getTaskFacets,
  getTaskMetrics,
  listTasks,
  TASK_SORTS,
  type TaskFilter,
  type TaskSort,
} from "./sql/artifact/task";
export { getTask } from "./sql/artifact/task-attempt";
export {
  type AuditFilter,
  getAuditFacets,
  getAuditHead,
  listAuditChain,
  listAuditedWorkspaces,
  listAuditPage,
  listAuditRecords,
} from "./sql/audit/audit";
export { type AuditGuard, getAuditGuard } from "./sql/audit/audit-guard";
export { listColdCounts } from "./sql/cold/cold-file";
export { listContentFindings, sumContentFindings } from "./sql/content/content-finding";
export { isDatabaseFailure, isTimedOut, isUnreachable } from "./sql/database/data-error";
export { getDatabaseIdentity } from "./sql/database/database-identity";
export { ensurePartitions } from "./sql/database/partition";
export { isReachable, readServerState } from "./sql/database/server-state";
export {
  ERASURE_KINDS,
  type Erasure,
  type ErasureKind,
  type ErasureSubject,
  listErasures,
  previewErasure,
} from "./sql/erasure/erasure";
export { getRetention, isRetentionPending, previewRetention } from "./sql/erasure/retention";
export { nameOfField } from "./sql/field/field-totals";
export {
  type FieldFlow,
  type FieldName,
  listFieldFlows,
  listFieldGrowth,
  listFieldNames,
} from "./sql/field/field-traffic";
export { type DelegationKey, getDelegatedRun, listRunLines } from "./sql/handoff/delegated-run";
export { listCompactions, listDelegationSizes, listUngovernedKinds } from "./sql/handoff/delegation";
export { getHandoff, getHandoffPlace } from "./sql/handoff/handoff";
export { listHandoffPage } from "./sql/handoff/handoff-page";
export {
  countLeaksByHour,
  type LeakCursor,
  type ListedLeak,
  listLeaks,
  listSessionLeaks,
} from "./sql/leak/leak";
export { getLine, listLinesBefore } from "./sql/line/line";
export { listLineShapes } from "./sql/line/line-shape";
export {
  findMemories,
  getMemory,
  getMemoryFacets,
  listMemories,
  listMemoryReads,
  type MemoryFilter,
} from "./sql/memory/memory";
export { countUnread, type InboxItem, listInbox } from "./sql/notification/inbox";
export {
  getNotification,
  listNotifications,
  type NotificationDelivery,
} from "./sql/notification/notification";
export {
  CHANNEL_KINDS,
  type ChannelKind,
  listNotificationChannels,
} from "./sql/notification/notification-channel";
export {
  getLatestPolicyVersion,
  getPolicyVersion,
  listPolicyVersions,
  listReportedPolicies,
  readReportedPolicy,
  readReportedSection,
} from "./sql/policy/policy";
export { hasOtherOwner, listOwners, mayApproveOwn } from "./sql/policy/policy-approval";
export { listPolicyClients, type PolicyClientUse } from "./sql/policy/policy-client";
export {
  type DraftRevision,
  type DraftState,
  getPolicyDraft,
  type PolicyDraft,
} from "./sql/policy/policy-draft";
export {
  getBaselinePolicy,
  getKnownPolicy,
  getLivePolicy,
  getLivePolicyNumber,
  type KnownPolicy,
  listLivePolicies,
  type Person,
  type PolicyContent,
  readPolicyContent,
  toContent,
} from "./sql/policy/policy-live";
export {
  findPublication,
  getPublication,
  listPublications,
  listPublishedContents,
} from "./sql/policy/policy-publication";
export { getObservedEffect, getRunningRelease, listVersionEffects } from "./sql/policy/policy-release";
export type { PolicyReview, ReviewEntry } from "./sql/policy/policy-review";
export {
  countReplayHandoffs,
  listObservedAgents,
  listObservedFields,
  listObservedPairs,
  listRecentHandoffs,
  listReplayHandoffs,
  ReplayCursor,
} from "./sql/policy/policy-traffic";
export { getQuarantineFacets, listQuarantinedLines } from "./sql/quarantine/quarantine";
export {
  listReplayRequests,
  type QuarantineSelection,
  type ReplayRequest,
} from "./sql/quarantine/replay";
export { findReportLink, listReportLinks } from "./sql/report/report-link";
export { listReportSchedules, type ReportSchedule } from "./sql/report/report-schedule";
export { getCallHabits } from "./sql/savings/call-habits";
export { type LossDay, listCompactionLosses } from "./sql/savings/compaction-losses";
export { getDefaultModel, getPriceBook, listWorkspacePrices } from "./sql/savings/model-price";
export {
  getSavings,
  listModels,
  listSavingsByDay,
  listSavingsByModel,
  type SavingsTotalsRow,
} from "./sql/savings/savings";
export { SAVINGS_BUCKETS, type SavingsSeriesScope } from "./sql/savings/savings-bucket";
export { type CompactionDay, listCompactionDays } from "./sql/savings/savings-compactions";
export { listBlockedFields } from "./sql/savings/savings-fields";
export { listSavedHandoffs, SavedHandoffCursor } from "./sql/savings/savings-handoffs";
export { getSavingsHarm } from "./sql/savings/savings-harm";
export {
  type FindingDay,
  getManifestTotals,
  listManifestDays,
  listManifestErrors,
  type ManifestDay,
} from "./sql/savings/savings-manifests";
export {
  listSavingsBySubject,
  listSavingsInLongForm,
  listSubjectDays,
  SAVINGS_SUBJECTS,
  type SavingsSubject,
} from "./sql/savings/savings-ranking";
export { listReceivedByDay, listReceiverModels } from "./sql/savings/savings-received";
export type { SavingsFilter, SavingsScope } from "./sql/savings/savings-rows";
export {
  listPairTraffic,
  listRuleTraffic,
  listSavingsByDayAndPair,
  listSavingsByDayAndRule,
  type SplitScope,
} from "./sql/savings/savings-split";
export { getTaskTotals, listTaskDays, listTaskErrors } from "./sql/savings/savings-tasks";
export { getSavingsTotals, type SavingsTotals } from "./sql/savings/savings-totals";
export { listWorkflows } from "./sql/savings/savings-workflows";
export { getSummarizerCost } from "./sql/savings/summarizer-cost";
export { type FoundSession, listSearchedWords, searchContent } from "./sql/search/search-content";
export { listStoredRecords, StoredLineCursor, type StoredRecord } from "./sql/search/stored-lines";
export { listRecentActivity } from "./sql/session/activity";
export { COST_GROUPS, type DailyCalls, type DailyUsage, listDailyUsage } from "./sql/session/daily-usage";
export { listCompactionRecords, listHandoffRecords, listSessionRecords } from "./sql/session/record-list";
export type { RecordScope } from "./sql/session/record-scope";
export {
  countSessionEvents,
  getCompaction,
  getSession,
  listSessionCompactions,
  listSessionFiles,
  listSessionHandoffs,
  listSessionUsage,
  listShownCompactions,
} from "./sql/session/session";
export {
  findDocumentsAt,
  listSessionDocuments,
  listSessionErrors,
  listSessionManifests,
  listSessionReads,
  listSessionReturns,
  listSessionTasks,
} from "./sql/session/session-artifacts";
export { listAuditedHandoffs } from "./sql/session/session-audit";
export {
  type ConversationPlace,
  findConversationAgents,
  listConversationFacts,
  listConversationLines,
  listSessionAgents,
} from "./sql/session/session-conversation";
export { getSessionFacets } from "./sql/session/session-facets";
export { searchSessionLines } from "./sql/session/session-lines";
export { countSessions, listSessions, SESSION_SORTS } from "./sql/session/session-list";
export { listSessionOutlines } from "./sql/session/session-outlines";
export { listSessionTitles } from "./sql/session/session-title";
export { listUsage, USAGE_GROUPS, type Usage, type UsageGroup } from "./sql/session/usage";
export { listDroppedLines } from "./sql/source/dropped-lines";
export {
  getIngestStatus,
  isFollowed,
  listSourceFiles,
  listSourceStatuses,
  listSources,
  listUnreadFiles,
} from "./sql/source/ingest-status";
export { listOpenLosses, type OpenLoss } from "./sql/source/source-loss";
export {
  listLatestSessionsOfPairs,
  listLatestSessionsOfRule,
  listSessionsOfWorkflow,
} from "./sql/traffic/latest-sessions";
export { findPairs, type KindOfPair, listPairKinds } from "./sql/traffic/pair-traffic";
export {
  getWorkflow,
  listWorkflowManifests,
  listWorkflowReads,
  searchWorkflows,
} from "./sql/traffic/workflow";
export {
  API_KEY_SCOPES,
  type ApiKey,
  type ApiKeyScope,
  type ApiKeyVerdict,
  createApiKey,
  listApiKeys,
  type NewApiKey,
  revokeApiKey,
  verifyApiKey,
} from "./sql/workspace/api-key";
export {
  createInvitation,
  findInvitation,
  listInvitations,
  type NewInvitation,
  revokeInvitation,
} from "./sql/workspace/invitation";
export { getRecorded, type Recorded } from "./sql/workspace/recorded";
export { getSavedView, listSavedViews, type SavedView } from "./sql/workspace/saved-view";
export { getWorkspace, listAgents, listWorkspaces } from "./sql/workspace/workspace-list";
export {
  addMember,
  getMembership,
  getSessionColumns,
  isAdminSomewhere,
  listMembers,
  lockRole,
  ROLES,
  type Role,
} from "./sql/workspace/workspace-member";
