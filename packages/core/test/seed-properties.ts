import fc from "fast-check";
import { IS_SOAK_RUN } from "./soak";

/** The seed of all properties in the suite, so that it gives the same result for the same code. */
const SEED = 20_261_126;

// A soak run draws other inputs each time, and prints the seed of what fails.
if (!IS_SOAK_RUN) fc.configureGlobal({ seed: Number(process.env.BATON_SEED ?? SEED) });
