import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const STANDALONE = ".next/standalone";
const WEB = join(STANDALONE, "apps/web");
const MODULES = '{ "type": "module" }\n';

// Next leaves out the files for browsers, because it expects another server to deliver them.
cpSync(".next/static", join(WEB, ".next/static"), { recursive: true });
// These are ES modules for browsers, while `.next/package.json` declares CommonJS for the server's.
writeFileSync(join(WEB, ".next/static/package.json"), MODULES);
// The server needs only the module type of its package.
writeFileSync(join(WEB, "package.json"), MODULES);
// Remove the native parts of the image optimizer, which `images.unoptimized` turns off: without them the
// server runs on every system.
for (const name of ["sharp", "@img"])
  rmSync(join(STANDALONE, "node_modules", name), { recursive: true, force: true });
