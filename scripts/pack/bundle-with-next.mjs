import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import web from "../../apps/web/package.json" with { type: "json" };
import { assembleCore } from "./assemble-core.mjs";

/**
 * `npm run test:next`: builds an application with Next in an empty folder, for server and browser, and
 * requests a handoff. Too slow for `npm test`.
 */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "baton-next-"));
try {
  const assembled = join(home, "package");
  const app = join(home, "app");
  for (const folder of [assembled, join(app, "app/hand-over")]) mkdirSync(folder, { recursive: true });
  await assembleCore(ROOT, assembled);
  const { next, react, "react-dom": reactDom } = web.dependencies;
  const dependencies = { "@baton/core": `file:${assembled}`, next, react, "react-dom": reactDom };
  writeFileSync(join(app, "package.json"), JSON.stringify({ type: "module", dependencies }));
  cpSync(join(ROOT, "scripts/pack/core/governance_policies.json"), join(app, "governance_policies.json"));
  writeFileSync(
    join(app, "app/layout.jsx"),
    "export default ({ children }) => <html lang='en'><body>{children}</body></html>;",
  );
  writeFileSync(
    join(app, "app/page.jsx"),
    `"use client";
import { scopeContext } from "@baton/core";
import { loadEncoding } from "@baton/core/tokens";
export default () => <button onClick={() => loadEncoding()}>{scopeContext.name}</button>;`,
  );
  writeFileSync(
    join(app, "app/hand-over/route.js"),
    `import { createBaton } from "@baton/core/node";
export const dynamic = "force-dynamic";
export async function GET() {
  const baton = await createBaton({ folder: process.cwd() });
  baton.tracker.record("a", "completed");
  const { context, totalTokens } = await baton.contextFor({ agentId: "b", priorOutputs: { a: { ssn: 1, n: 2 } } });
  return Response.json({ outputs: context.prior_outputs, totalTokens });
}`,
  );
  // A packed copy, so that Next finds a folder of node_modules and no link out of the application.
  execFileSync("npm", ["install", "--install-links", "--prefer-offline", "--no-audit", "--no-fund"], {
    cwd: app,
    stdio: "inherit",
  });
  const bin = join(app, "node_modules/next/dist/bin/next");
  execFileSync(process.execPath, [bin, "build"], { cwd: app, stdio: "inherit" });
  const server = spawn(process.execPath, [bin, "start", "--port", "0"], {
    cwd: app,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const answer = await fetch(new URL("/hand-over", await addressOf(server)));
    const said = await answer.text();
    if (!/^\{"outputs":\{"a":\{"n":2\}\},"totalTokens":\d+\}$/.test(said))
      throw new Error(`Next answered: ${said}`);
    console.log("Next bundles @baton/core, and hands over.");
  } finally {
    server.kill();
  }
} finally {
  rmSync(home, { recursive: true });
}

/**
 * Continues to read after the address, because Next exits when its output has no reader.
 * @param {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable, null>} server
 * @returns {Promise<string>}
 */
function addressOf(server) {
  return new Promise((resolve, reject) => {
    let output = "";
    server.stdout.on("data", (chunk) => {
      output += chunk;
      const address = output.match(/http:\/\/localhost:\d+/)?.[0];
      if (address !== undefined && output.includes("Ready")) resolve(address);
    });
    server.once("exit", () => reject(new Error(`Next did not start: ${output}`)));
  });
}
