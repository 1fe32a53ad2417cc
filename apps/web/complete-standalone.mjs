import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const STANDALONE = ".next/standalone";
const WEB = join(STANDALONE, "apps/web");
const MODULES = '{ "type": "module" }\n';

// Next expects another server to deliver the files for browsers, and leaves them out.
cpSync(".next/static", join(WEB, ".next/static"), { recursive: true });
// They are scripts of browsers, while `.next/package.json` declares CommonJS for those of the server.
writeFileSync(join(WEB, ".next/static/package.json"), MODULES);
// The server needs only the module type of its package.
writeFileSync(join(WEB, "package.json"), MODULES);
// The native parts of the image optimizer, which `images.unoptimized` switches off: without them the server runs on
// every system.
for (const name of ["sharp", "@img"])
  rmSync(join(STANDALONE, "node_modules", name), { recursive: true, force: true });
