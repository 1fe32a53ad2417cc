export { type FollowPathsOptions, followPaths } from "../follow/follow-paths";
export {
  type FileReport,
  type IngestPathsOptions,
  type IngestProgress,
  type IngestReport,
  ingestPaths,
} from "./ingest-paths";
