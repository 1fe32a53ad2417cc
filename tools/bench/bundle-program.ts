import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import { bundle } from "../../scripts/bundle.mjs";

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Replaces the writer of rows for every importer except the replacement itself. */
const SWAP_WRITER: Plugin = {
  name: "swap-writer",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/insert-rows$/ }, ({ importer }) =>
      importer === pathOf("./insert-by-values.ts") ? null : { path: pathOf("./insert-by-values.ts") },
    ),
};

/**
 * Bundles the program that reads one file, as ingest is bundled, because a TypeScript loader would add to its
 * memory.
 */
export async function bundleProgram(outfile: string, { swapsWriter = false } = {}): Promise<void> {
  await bundle(pathOf("./ingest-once.ts"), outfile, { plugins: swapsWriter ? [SWAP_WRITER] : [] });
}
