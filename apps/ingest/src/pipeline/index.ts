export { followPaths } from "../follow/follow-paths";
export { FORMATS } from "../sources/index";
export { DIFFERENCES, type Difference, type DifferenceCode } from "../verify/difference";
export type { FileVerdict } from "../verify/verify-file";
export { type VerifyReport, verifyWorkspace } from "../verify/verify-workspace";
export { type FileReport, type IngestReport, ingestPaths } from "./ingest-paths";
export { listUnread, type UnreadFiles } from "./list-unread";
export { type BadLine, type ValidatedFile, validatePaths } from "./validate-paths";
