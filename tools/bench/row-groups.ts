import type { BenchRow } from "./bench-row";

/** The rows by part of the core. Loaded one by one, because imports of one would add to another's memory. */
export const ROW_GROUPS: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  tokens: async () => (await import("./tokens")).benchTokens(),
  hostile: async () => (await import("./hostile-text")).benchHostileText(),
  matching: async () => (await import("./matching")).benchMatching(),
  scoping: async () => (await import("./scoping")).benchScoping(),
  api: async () => (await import("./api")).benchApi(),
  reads: async () => (await import("./reads")).benchReads(),
  replay: async () => (await import("./replay")).benchReplay(),
  "replay-in-browser": async () => (await import("./replay-in-browser")).benchReplayInBrowser(),
  ingest: async () => (await import("./ingest")).benchIngest(),
  content: async () => (await import("./content")).benchContent(),
  secrets: async () => (await import("./secrets")).benchSecrets(),
  hook: async () => (await import("./hook")).benchHook(),
};
