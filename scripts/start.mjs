import { requireNode } from "../packages/launch/node-version.mjs";

requireNode();
// Loaded after the check, because an old Node would fail on it without an explanation.
const { startClone } = await import("./start-clone.mjs");
await startClone();
process.exit();
