import { requireNode } from "./node-version.mjs";

requireNode();
const { runTests } = await import("./run-tests.mjs");
await runTests();
process.exit();
