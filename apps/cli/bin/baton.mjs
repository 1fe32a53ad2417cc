#!/usr/bin/env node
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const program = new URL("../dist/baton.mjs", import.meta.url);
if (existsSync(fileURLToPath(program))) {
  await import(program.href);
} else {
  process.stderr.write("baton: not built yet: run “npm start” once, or “npm run build”.\n");
  process.exitCode = 1;
}
