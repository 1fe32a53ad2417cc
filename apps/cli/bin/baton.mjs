#!/usr/bin/env node
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// A hook has a tenth of a second, so it has its own program that loads nothing else.
const isHook = process.argv[2] === "hook" && process.argv.length > 3 && !/^--?h/.test(process.argv[3]);
const program = new URL(isHook ? "../dist/hook.mjs" : "../dist/baton.mjs", import.meta.url);
if (existsSync(fileURLToPath(program))) {
  await import(program.href);
} else {
  process.stderr.write("baton: not built yet: run “npm start” once, or “npm run build”.\n");
  process.exitCode = isHook ? 0 : 1;
}
