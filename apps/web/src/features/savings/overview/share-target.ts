/** What scoping is meant to save of what agents are offered. */
export const SHARE_TARGET = 0.3;
