export { type Connection, connect, type Database } from "./client";
export { listenForReplays, listenForRows, notifyRows, RowsNotification } from "./notification";
export { type Activity, listRecentActivity } from "./queries/activity";
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
export { getAuditHead, listAuditChain } from "./queries/audit";
export { type AgentCompliance, listCompliance } from "./queries/compliance";
export {
  type DelegationSizes,
  getCompactionTotals,
  listCompactions,
  listDelegationSizes,
} from "./queries/delegation";
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
export {
  getIngestStatus,
  listQuarantinedLines,
  listSourceFiles,
  listSources,
  type QuarantineCursor,
} from "./queries/ingest-status";
export { getLine, listLinesBefore } from "./queries/line";
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
export { ensurePartitions, PARTITIONED_TABLES } from "./queries/partition";
export { getPolicyVersion, listPolicyVersions } from "./queries/policy";
export {
  getProgressFile,
  listProgressFiles,
  PROGRESS_KINDS,
  type ProgressCursor,
  type ProgressDetails,
  type ProgressFilter,
  type ProgressKind,
} from "./queries/progress-file";
export { isReachable } from "./queries/reachable";
export {
  listReplayRequests,
  type QuarantineSelection,
  type ReplayRequest,
  requestReplay,
} from "./queries/replay";
export {
  type CurrentRollout,
  changePhase,
  getRollout,
  listRolloutChanges,
  type PhaseChange,
} from "./queries/rollout";
export {
  type DayOfSavings,
  getSavings,
  listRuleTraffic,
  listSavingsByDay,
  listSavingsByDayAndPair,
  listSavingsByDayAndRule,
  SAVINGS_BUCKETS,
  type SavingsBucket,
  type SavingsSums,
} from "./queries/savings";
export type { SavingsFilter, SavingsScope } from "./queries/savings-rows";
export {
  type AgentUsage,
  countSessionEvents,
  getCompaction,
  getSession,
  listSessionCompactions,
  listSessionFiles,
  listSessionHandoffs,
  listSessionUsage,
} from "./queries/session";
export {
  countSessions,
  listSessions,
  SESSION_SORTS,
  type SessionCursor,
  type SessionListQuery,
  type SessionSort,
} from "./queries/session-list";
export {
  getTask,
  getTaskFacets,
  getTaskMetrics,
  listTasks,
  TASK_SORTS,
  type TaskCursor,
  type TaskFilter,
  type TaskSort,
} from "./queries/task";
export type { TimeRange } from "./queries/time-range";
export { getWorkspace, listAgents, listWorkspaces } from "./queries/workspace-list";
