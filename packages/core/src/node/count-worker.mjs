import { register } from "tsx/esm/api";

// Node and its threads do not load TypeScript. In a bundle, the worker itself has this file's name.
register();
await import("./count-worker.ts");
