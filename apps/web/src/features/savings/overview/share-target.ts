/** Target share of the original tokens that scoping should save. */
export const SHARE_TARGET = 0.3;
