import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PARTS = [".claude-plugin", "hooks", "commands", "dist", "README.md"];

/**
 * Fills a folder with the package `@baton/claude-code`: a plugin of Claude Code, with its program built and
 * without dependencies.
 * @param {string} root of the clone, built
 * @param {string} folder empty
 */
export function assembleClaudeCode(root, folder) {
  const home = join(root, "packages", "adapters", "claude-code");
  for (const part of PARTS) {
    cpSync(join(home, part), join(folder, part), {
      recursive: true,
      filter: (source) => !source.endsWith(".map"),
    });
  }
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { name, version, description, keywords, repository, license, type } = JSON.parse(
    readFileSync(join(home, "package.json"), "utf8"),
  );
  const manifest = join(folder, ".claude-plugin", "plugin.json");
  const plugin = { ...JSON.parse(readFileSync(manifest, "utf8")), version };
  writeFileSync(manifest, `${JSON.stringify(plugin, null, 2)}\n`);
  const published = { name, version, description, keywords, repository, license, type, engines };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
}
