import { requireNode } from "../packages/launch/node-version.mjs";

requireNode();
const { runTests } = await import("./run-tests.mjs");
await runTests();
process.exit();
