export type { SecretFinder, SecretPlace } from "../secret-finder";
export {
  type ArtifactAddress,
  artifactAddress,
  findVersion,
  parseArtifactAddress,
} from "../workflow/artifact-address";
export { artifactDirectory, isSameScope } from "../workflow/artifact-directory";
export {
  compareVersions,
  type ListChange,
  type SizeChange,
  type ValidatedManifest,
  type ValueChange,
  type VersionComparison,
} from "../workflow/compare-versions";
export { describeUnresolved } from "./checks/dependencies";
export { joinPieces } from "./compact/build-manifest";
export { type Compaction, type CompactionRequest, compactArtifact } from "./compact/compact-artifact";
export type { FileFact } from "./compact/find-files";
export { countDropped, ManifestSources } from "./compact/manifest-sources";
export { isYamlArtifact } from "./compact/read-yaml-sections";
export { rephraseManifest } from "./compact/rephrase-manifest";
export { type ArtifactFile, standsInLines } from "./compact/source-text";
export { COMPRESSION_TARGETS, compressionOf, isCompressionLow, type ManifestSizes } from "./compression";
export {
  evaluateGate,
  type GateVerdict,
  MANIFEST_REVIEWS,
  type ManifestApproval,
  type ManifestReview,
} from "./evaluate-gate";
export {
  HandoffRollout,
  KnownAgent,
  knownAgentsOf,
  limitsOf,
  needsApproval,
  phaseOf,
  ROLLOUT_PHASES,
  type RolloutPhase,
} from "./handoff-rollout";
export {
  ARTIFACT_TYPES,
  type ArtifactType,
  DEFAULT_AGENT_REGISTRY,
  FileReference,
  HandoffManifest,
  KeyDecision,
  MAX_MANIFEST_BYTES,
  MAX_MANIFEST_VALUES,
  manifestTokens,
} from "./manifest";
export type { FileOnDisk, ManifestFiles, NamedFiles } from "./manifest-files";
export { type ManifestView, viewManifest } from "./manifest-view";
export { projectRootOf } from "./project-root";
export {
  type DependencyGraph,
  type ResolvedDependency,
  resolveDependencies,
  type UncoveredConstraint,
  type WorkflowManifest,
} from "./resolve-dependencies";
export { exportRollout, type ImportedRollout, importRollout } from "./rollout-text";
export { type ManifestValidation, measureManifest, validateManifest } from "./validate-manifest";
