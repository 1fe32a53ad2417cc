import { z } from "zod";

/** Where the live policy comes from, if it does not stand in files. */
const Environment = z.object({ BATON_URL: z.url().optional(), BATON_API_KEY: z.string().optional() });

/** @throws ZodError where `BATON_URL` is no address. */
export function readEnvironment() {
  return Environment.parse(process.env);
}
