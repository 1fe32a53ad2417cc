import { testNodes } from "@baton/db/test";

/**
 * Maximum time that a test waits, in milliseconds. It only guards against hanging, also on a busy machine, and on
 * nodes, where each statement takes several round trips.
 */
export const PATIENCE = { timeout: testNodes().length > 0 ? 400_000 : 60_000, interval: 100 };
