import { bundle } from "../../../scripts/bundle.mjs";

await bundle("src/main.ts", "dist/hook.mjs");
