import { bundleInParts } from "../../../scripts/bundle.mjs";

await bundleInParts("src/main.ts", "dist/hook.mjs");
