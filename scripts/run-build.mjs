import { fileURLToPath } from "node:url";
import { listenForStop } from "../packages/launch/index.mjs";
import { build } from "./build.mjs";
import { reportStartError } from "./report-start-error.mjs";

/** `npm run build`: builds what changed, for the path of `BATON_URL`. */
await reportStartError(() =>
  build(
    fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, ""),
    listenForStop(),
    process.env.BATON_URL,
  ),
);
process.exit();
