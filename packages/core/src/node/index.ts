export { type ArtifactVersion, listVersions } from "./artifact-versions";
export { type ContainedFile, ContainedFolder, type ContainedListing } from "./contained-folder";
export { openRun } from "./copied-link";
export { type Baton, type BatonOptions, createBaton } from "./create-baton";
export { readOutlineKey } from "./env";
export {
  findManifestFolders,
  type ManifestFolderOptions,
  type ManifestReport,
  readManifestFiles,
  readProjectManifests,
  validateManifestFolder,
} from "./manifest-folder";
export {
  type OmittedFile,
  type OpenedHandoff,
  type OpenHandoffOptions,
  openHandoff,
  type WriteArtifactRead,
} from "./open-handoff";
export type { ReadText, TextFile } from "./read-text";
export { replaceFile } from "./replace-whole";
export { type SavedManifest, saveManifest } from "./save-manifest";
export { saveManifestSources } from "./save-manifest-sources";
export { mayHoldSecret } from "./secret-prefilter";
export { SessionWriter } from "./session-writer";
export { archiveCompletedHandoffs } from "./succession/archive-handoffs";
export { offloadText, type ReadOffloaded, readOffloaded } from "./succession/offload-file";
export { markPhaseResult } from "./succession/phase-result-file";
export { readProgressFile, updateProgressFile } from "./succession/progress-file";
export { readStaleness } from "./succession/read-staleness";
export { findReferencedFiles } from "./succession/referenced-file-states";
export {
  readSessionArtifacts,
  SESSION_ARTIFACTS,
  type SessionArtifacts,
} from "./succession/session-artifacts";
export { TokenCounter } from "./token-counter";
