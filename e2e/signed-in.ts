import path from "node:path";

/** Path of the first account's cookies, with which every test starts. */
export const SIGNED_IN = path.join(import.meta.dirname, "../test-results/signed-in.json");
