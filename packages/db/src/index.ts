export { type Connection, connect, type Database } from "./client";
export type { Listener } from "./listener";
export {
  listenForNotices,
  listenForPolicies,
  listenForReplays,
  listenForRows,
  notifyRows,
  RowsNotification,
} from "./notification";
export {
  createAccount,
  endSignIns,
  ensureFounder,
  findAccount,
  getPasswordHash,
  hasPassword,
  isPasswordUnchanged,
  listSignIns,
  listSignInWays,
  setPassword,
  updateAccount,
} from "./queries/account";
export { type Activity, listRecentActivity } from "./queries/activity";
export {
  type AlertPlace,
  addAlert,
  changeAlert,
  getAlert,
  listAlertEvents,
  listAlerts,
  lockAlert,
  removeAlert,
} from "./queries/alert";
export { listAlertParts } from "./queries/alert-parts";
export {
  API_KEY_SCOPES,
  type ApiKey,
  type ApiKeyRefusal,
  type ApiKeyScope,
  type ApiKeyVerdict,
  createApiKey,
  listApiKeys,
  type NewApiKey,
  revokeApiKey,
  verifyApiKey,
} from "./queries/api-key";
export {
  type AuditFilter,
  getAuditFacets,
  getAuditHead,
  listAuditChain,
  listAuditedWorkspaces,
  listAuditPage,
  listAuditRecords,
} from "./queries/audit";
export { type AuditGuard, type AuditLoophole, getAuditGuard } from "./queries/audit-guard";
export { type AgentCompliance, listCompliance } from "./queries/compliance";
export { isDatabaseFailure, isTimedOut } from "./queries/data-error";
export { getDatabaseIdentity } from "./queries/database-identity";
export {
  type DelegationSizes,
  listCompactions,
  listDelegationSizes,
} from "./queries/delegation";
export { type DropCause, type DroppedLines, listDroppedLines } from "./queries/dropped-lines";
export {
  ERASURE_KINDS,
  type Erasure,
  type ErasureKind,
  type ErasurePreview,
  type ErasureSubject,
  listErasures,
  previewErasure,
  requestErasure,
} from "./queries/erasure";
export { getHandoff, getHandoffPlace } from "./queries/handoff";
export {
  getHandoffChain,
  getHandoffDocument,
  getHandoffDocumentFacets,
  type HandoffDocumentCursor,
  type HandoffDocumentFilter,
  type ListedHandoffDocument,
  listHandoffDocuments,
  listHandoffDocumentVersions,
  listHandoffProgress,
} from "./queries/handoff-document";
export { type HandoffCursor, listHandoffPage } from "./queries/handoff-page";
export type { Account } from "./queries/hold-account";
export { holdAccount } from "./queries/hold-account";
export {
  getIngestStatus,
  listSourceFiles,
  listSourceStandings,
  listSources,
  type SourceStanding,
} from "./queries/ingest-status";
export {
  acceptInvitation,
  createInvitation,
  findInvitation,
  type Invitation,
  listInvitations,
  type NewInvitation,
  revokeInvitation,
} from "./queries/invitation";
export { getLine, listLinesBefore } from "./queries/line";
export { listLineShapes } from "./queries/line-shape";
export { createLink, type LinkPurpose, takeLink } from "./queries/link-token";
export {
  getManifest,
  getManifestFacets,
  listManifests,
  listManifestVersions,
  listProjectManifests,
  type ManifestCursor,
  type ManifestFilter,
} from "./queries/manifest";
export {
  addManifestReview,
  listManifestReviews,
  REVIEW_STATES,
  REVIEW_VERDICTS,
  type ReviewState,
  type ReviewVerdict,
} from "./queries/manifest-review";
export { listManifestHandoffs, listManifestReads } from "./queries/manifest-usage";
export {
  getDefaultModel,
  getPriceBook,
  listOwnPrices,
  type OwnPrice,
  removePrice,
  setDefaultModel,
  setPrice,
} from "./queries/model-price";
export { getNotice, listNotices, type NoticeDelivery } from "./queries/notice";
export {
  addNoticeChannel,
  type ChannelKind,
  changeNoticeChannel,
  listNoticeChannels,
  lockNoticeChannel,
  removeNoticeChannel,
} from "./queries/notice-channel";
export { ensurePartitions } from "./queries/partition";
export {
  getLatestPolicyVersion,
  getPolicyVersion,
  listPolicyVersions,
  readSeenPolicy,
  readSeenSection,
} from "./queries/policy";
export { hasOtherOwner, mayApproveDraft, mayApproveOwn, setMayApproveOwn } from "./queries/policy-approval";
export {
  type DraftRevision,
  type DraftState,
  discardPolicyDraft,
  getPolicyDraft,
  type PolicyDraft,
  type SavedDraft,
  savePolicyDraft,
  startPolicyDraft,
} from "./queries/policy-draft";
export {
  getBaselinePolicy,
  getKnownPolicy,
  getLivePolicy,
  type KnownPolicy,
  listLivePolicies,
  type Person,
  type PolicyContent,
  readPolicyContent,
  toContent,
} from "./queries/policy-live";
export { isWritingTooMuch } from "./queries/policy-pace";
export { getPublication, listPublications } from "./queries/policy-publication";
export {
  type DraftVerdict,
  judgeDraft,
  type PublishedDraft,
  publishDraft,
} from "./queries/policy-publication-write";
export {
  type PolicyReview,
  type ReviewEntry,
  standingVerdicts,
} from "./queries/policy-review";
export { type AddedReview, addPolicyReview } from "./queries/policy-review-write";
export {
  countReplayHandoffs,
  listObservedPairs,
  listRecentHandoffs,
  listReplayHandoffs,
  listSeenAgents,
  listSeenFields,
  ReplayCursor,
} from "./queries/policy-traffic";
export {
  getQuarantineFacets,
  listQuarantinedLines,
  type QuarantineCursor,
  type QuarantineFilter,
} from "./queries/quarantine";
export { isReachable } from "./queries/reachable";
export { listCompactionRecords, listHandoffRecords, listSessionRecords } from "./queries/record-list";
export type { RecordScope } from "./queries/record-scope";
export {
  listReplayRequests,
  type QuarantineSelection,
  type ReplayRequest,
  requestReplay,
} from "./queries/replay";
export {
  getRetention,
  isRetentionPending,
  previewRetention,
  type Retention,
  setRetention,
} from "./queries/retention";
export {
  type CurrentRollout,
  changePhase,
  getRollout,
  listRolloutChanges,
  type PhaseChange,
} from "./queries/rollout";
export {
  addSavedView,
  listSavedViews,
  MAX_SAVED_VIEWS,
  removeSavedView,
  renameSavedView,
  type SavedView,
  setDefaultView,
} from "./queries/saved-view";
export {
  type DayOfSavings,
  getSavings,
  listModels,
  listSavingsByDay,
  listSavingsByModel,
  type SavingsSums,
} from "./queries/savings";
export { SAVINGS_BUCKETS, type SavingsBucket, type SavingsSeriesScope } from "./queries/savings-bucket";
export { type CompactionDay, listCompactionDays } from "./queries/savings-compactions";
export { type BlockedField, listBlockedFields } from "./queries/savings-fields";
export { getSavingsFigures, type SavingsFigures } from "./queries/savings-figures";
export {
  type HandoffsBehind,
  listSavedHandoffs,
  type SavedHandoff,
  SavedHandoffCursor,
} from "./queries/savings-handoffs";
export {
  type FindingDay,
  getManifestSums,
  listManifestDays,
  listManifestErrors,
  type ManifestDay,
} from "./queries/savings-manifests";
export { listReceivedByDay, type ReceiverDay } from "./queries/savings-received";
export type { SavingsFilter, SavingsScope } from "./queries/savings-rows";
export {
  listPairTraffic,
  listRuleTraffic,
  listSavingsByDayAndPair,
  listSavingsByDayAndRule,
  type SavingsSplit,
  type SplitScope,
} from "./queries/savings-split";
export { getTaskSums, listTaskDays, listTaskErrors, type TaskDay } from "./queries/savings-tasks";
export { listWorkflows } from "./queries/savings-workflows";
export {
  type AgentUsage,
  countSessionEvents,
  getCompaction,
  getSession,
  getSessionTitle,
  listSessionCompactions,
  listSessionFiles,
  listSessionHandoffs,
  listSessionUsage,
  listShownCompactions,
} from "./queries/session";
export {
  listSessionDocuments,
  listSessionErrors,
  listSessionManifests,
  listSessionReads,
  listSessionTasks,
} from "./queries/session-artifacts";
export { listAuditedHandoffs } from "./queries/session-audit";
export { searchSessionLines } from "./queries/session-lines";
export {
  listSessions,
  SESSION_SORTS,
  type SessionCursor,
  type SessionListQuery,
  type SessionSort,
} from "./queries/session-list";
export { listSessionOutlines, listSmallSessionOutlines } from "./queries/session-outlines";
export { listOpenLosses, type OpenLoss } from "./queries/source-loss";
export {
  getTaskFacets,
  getTaskMetrics,
  listTasks,
  TASK_SORTS,
  type TaskCursor,
  type TaskFilter,
  type TaskSort,
} from "./queries/task";
export { getTask } from "./queries/task-attempt";
export type { TimeRange } from "./queries/time-range";
export { listUsage, USAGE_GROUPS, type Usage, type UsageGroup } from "./queries/usage";
export {
  createWorkspace,
  getWorkspace,
  listAgents,
  listWorkspaces,
  renameWorkspace,
} from "./queries/workspace-list";
export {
  addMember,
  changeMember,
  getMembership,
  holdRole,
  isAdminSomewhere,
  listMembers,
  type MemberChange,
  ROLES,
  type Role,
} from "./queries/workspace-member";
export { getLogPosition, LogPosition, Replica } from "./replica";
