/**
 * Maximum time that a test waits, in milliseconds. It only guards against hanging, also on a busy machine.
 */
export const PATIENCE = { timeout: 60_000, interval: 100 };
