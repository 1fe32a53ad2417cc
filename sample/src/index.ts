export { generateSample } from "./generate";
export { listReleases, type SampleRelease } from "./list-releases";
export { generateOAuth } from "./oauth";
export { generatePortal } from "./portal";
export { createRandom } from "./random";
export { SampleData } from "./sample-data";
export type { SampleFile } from "./sample-file";
