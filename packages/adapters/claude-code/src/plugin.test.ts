import { readFileSync } from "node:fs";
import { HOOK_SETTINGS } from "@baton/core/templates";
import { expect, it } from "vitest";

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
}

it("has the hooks of baton init, which run the plugin's own program", () => {
  const own = read("hooks/hooks.json").replaceAll(
    String.raw`node \"\${CLAUDE_PLUGIN_ROOT}/dist/hook.mjs\" hook`.replace(String.raw`\$`, "$"),
    "baton hook",
  );
  expect(JSON.parse(own)).toEqual(HOOK_SETTINGS);
});
