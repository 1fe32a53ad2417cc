import { requireNode } from "./node-version.mjs";

requireNode();
// Loaded only now: an old Node would stumble over it before it could say what is wrong.
const { launch } = await import("./launch.mjs");
await launch();
process.exit();
