export { mayContainSecret } from "../content/secret-prefilter";
export {
  type Memory,
  type MemoryFacts,
  memoryIdOf,
  parseMemoryLines,
  parseMemoryNotes,
  readMemoryLine,
} from "../memory/memory";
export { isMemoryPath } from "../memory/memory-path";
export { MemoryWrittenEvent } from "../memory/memory-written";
export {
  MEMORY_AGENT,
  type QueryWords,
  type Retrieval,
  type RetrievalRequest,
  readQueryWords,
  retrieveMemories,
} from "../memory/retrieve-memories";
export { type ArtifactVersion, listVersions } from "./artifact-versions";
export { type ContainedFile, ContainedFolder } from "./contained-folder";
export { type Baton, type BatonOptions, createBaton } from "./create-baton";
export { readOutlineKey } from "./env";
export { findMemories } from "./find-memories";
export type { GateRun, GateServer } from "./gate-server";
export { archiveCompletedHandoffs } from "./handoff-document/archive-handoffs";
export { readHead } from "./handoff-document/git-facts";
export { offloadText, type ReadOffloaded, readOffloaded } from "./handoff-document/offload-file";
export { markPhaseResult } from "./handoff-document/phase-result-file";
export { readProgressFile, updateProgressFile } from "./handoff-document/progress-file";
export { readStaleness } from "./handoff-document/read-staleness";
export { findReferencedFiles } from "./handoff-document/referenced-file-states";
export {
  readSessionArtifacts,
  SESSION_ARTIFACTS,
  type SessionArtifacts,
} from "./handoff-document/session-artifacts";
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
export { findDocuments, type ProjectDocument } from "./project-documents";
export type { ReadText, TextFile } from "./read-text";
export { replaceFile } from "./replace-whole";
export { type SavedManifest, saveManifest } from "./save-manifest";
export { saveManifestSources } from "./save-manifest-sources";
export { SessionWriter } from "./session-writer";
export { TokenCounter } from "./token-counter";
