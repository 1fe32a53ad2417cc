import { bundle, bundleInParts } from "../../scripts/bundle.mjs";

await bundle("src/main.ts", "dist/baton.mjs");
await bundleInParts("@baton/claude-code/main", "dist/hook.mjs");
await bundle("@baton/launch/exit-with-launcher", "dist/exit-with-launcher.mjs");
await bundle("@baton/core/count-worker", "dist/count-worker.mjs");
