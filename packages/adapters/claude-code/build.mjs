import { bundleInParts } from "../../../scripts/bundle.mjs";

await bundleInParts("src/main.ts", "dist/hook.mjs");
await bundleInParts("@baton/mcp/main", "dist/mcp.mjs");
