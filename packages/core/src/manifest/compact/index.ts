export { joinPieces } from "./build-manifest";
export { type Compaction, type CompactionRequest, compactArtifact } from "./compact-artifact";
export type { FileFact } from "./find-files";
export {
  HEADING_MEANINGS,
  HEADING_SYNONYMS,
  type HeadingMeaning,
  type HeadingSynonyms,
} from "./heading-meaning";
export { DroppedItem, ItemSource, ManifestSources, SourceLines } from "./manifest-sources";
export { rephraseManifest } from "./rephrase-manifest";
export { type ArtifactFile, standsInLines } from "./source-text";
