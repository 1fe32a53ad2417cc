import { fileURLToPath } from "node:url";
import { StartError } from "../packages/db/server/index.mjs";
import { listenForStop } from "../packages/launch/index.mjs";
import { pack } from "./pack/pack.mjs";

/** `npm run pack`: prints the paths of the tarballs. */
try {
  const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
  for (const tarball of await pack(root, listenForStop())) console.log(tarball);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
