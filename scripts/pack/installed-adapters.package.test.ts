import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { describe, expect, it } from "vitest";
import { ADAPTERS } from "./assemble-adapter.mjs";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));
const ATTW = fileURLToPath(new URL("../../node_modules/.bin/attw", import.meta.url));

// `npm run test:clients` runs them with their frameworks.
describe.each(ADAPTERS)("the packed @baton/%s", (name) => {
  it("satisfies publint", async () => {
    const { messages, pkg } = await publint({ pkgDir: join(DIST, `baton-${name}`), strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it("satisfies arethetypeswrong", async () => {
    const [tarball = ""] = readdirSync(DIST).filter((file) => file.startsWith(`baton-${name}-`));
    const { stdout } = await promisify(execFile)(ATTW, [
      join(DIST, tarball),
      "--profile",
      "esm-only",
      "--format",
      "ascii",
    ]);
    const resolutions = stdout.split("\n").filter((line) => /^(?:node16 \(from ESM\)|bundler):/.test(line));
    expect(resolutions.length).toBeGreaterThan(0);
    expect(resolutions.filter((line) => !line.includes("🟢"))).toEqual([]);
  });
});
