import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listenForStop } from "../packages/launch/index.mjs";
import { pack } from "./pack/pack.mjs";
import { packPython } from "./pack/pack-python.mjs";
import { reportStartError } from "./report-start-error.mjs";

/** `npm run pack`: prints the paths of all packages; `npm run pack -- python` packs only the Python package. */
await reportStartError(async () => {
  const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
  const signal = listenForStop();
  const tarballs = process.argv[2] === "python" ? [] : await pack(root, signal);
  tarballs.push(...(await packPython(root, join(root, "dist"), signal)));
  for (const tarball of tarballs) console.log(tarball);
});
