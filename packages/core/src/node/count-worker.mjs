import { register } from "tsx/esm/api";

// Node does not load TypeScript by itself, and a thread knows nothing of what loads it elsewhere. A bundle
// has the worker itself under this file's name.
register();
await import("./count-worker.ts");
