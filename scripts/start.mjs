import { requireNode } from "../packages/launch/node-version.mjs";

requireNode();
// Loaded only now: an old Node would stumble over it before it could say what is wrong.
const { startClone } = await import("./start-clone.mjs");
await startClone();
process.exit();
