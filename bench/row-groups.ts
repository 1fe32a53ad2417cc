import type { BenchRow } from "./bench-row";

/**
 * The rows by the part of the core that they are about. Loaded one by one: what
 * one imports would weigh on another's memory.
 */
export const ROW_GROUPS: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  tokens: async () => (await import("./tokens")).benchTokens(),
  hostile: async () => (await import("./hostile-text")).benchHostileText(),
  matching: async () => (await import("./matching")).benchMatching(),
  scoping: async () => (await import("./scoping")).benchScoping(),
  reads: async () => (await import("./reads")).benchReads(),
  replay: async () => (await import("./replay")).benchReplay(),
  "replay-in-browser": async () => (await import("./replay-in-browser")).benchReplayInBrowser(),
  ingest: async () => (await import("./ingest")).benchIngest(),
  secrets: async () => (await import("./secrets")).benchSecrets(),
};
