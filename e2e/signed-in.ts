import path from "node:path";

/** Where the cookies of the first account lie, which every test begins with. */
export const SIGNED_IN = path.join(import.meta.dirname, "../test-results/signed-in.json");
