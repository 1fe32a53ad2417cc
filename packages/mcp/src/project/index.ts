// The tools of a project as functions, for the command line.
export { ToolError } from "../tool-error";
export { DEFAULT_TOKENS, listManifests, openManifest, readDetail } from "./manifest-tools";
export { Project } from "./project";
