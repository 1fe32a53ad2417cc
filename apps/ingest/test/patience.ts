/**
 * How long a test waits for what has to come about, in milliseconds: a guard
 * against hanging, however busy the machine is.
 */
export const PATIENCE = { timeout: 60_000, interval: 100 };
