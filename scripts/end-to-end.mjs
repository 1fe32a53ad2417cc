import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort, startTemporaryPostgres } from "../packages/db/server/index.mjs";
import { runCommand, startBaton } from "../packages/launch/index.mjs";
import { ensureChromium } from "./chromium.mjs";

/**
 * Runs Playwright with a separate Baton: built from this tree, with a temporary database and folder of
 * followed files. Tests find it in `BATON_ADDRESS`, `DATABASE_URL` and `BATON_FOLLOW`, and sign in with
 * `BATON_SIGN_IN_LINK`.
 *
 * @param {object} options
 * @param {string} options.root of the project, built
 * @param {NodeJS.ProcessEnv} options.environment
 * @param {readonly string[]} options.parameters for Playwright
 * @param {AbortSignal} options.signal
 * @returns {Promise<number>} Playwright's exit code
 */
export async function runEndToEnd({ root, environment, parameters, signal }) {
  const chromium = await ensureChromium(root, signal);
  const folder = mkdtempSync(join(tmpdir(), "baton-e2e-"));
  const followed = join(folder, "followed");
  mkdirSync(followed);
  const postgres = await startTemporaryPostgres();
  try {
    const port = await findFreePort();
    const baton = await startBaton({
      root,
      databaseUrl: postgres.url,
      dataFolder: folder,
      follow: [followed],
      port,
      signal,
    });
    try {
      const { code } = await runCommand(
        join(root, "node_modules", ".bin", "playwright"),
        ["test", "--config", join(root, "e2e", "playwright.config.ts"), ...parameters],
        {
          cwd: join(root, "e2e"),
          environment: {
            ...environment,
            BATON_ADDRESS: baton.address,
            BATON_SIGN_IN_LINK: baton.signInLink ?? "",
            BATON_FOLLOW: followed,
            CHROMIUM_PATH: chromium,
            DATABASE_URL: postgres.url,
          },
          signal,
          isShown: true,
        },
      );
      return code;
    } finally {
      await baton.stop();
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
