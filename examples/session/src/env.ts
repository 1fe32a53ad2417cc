import { parseEnvironment } from "@baton/core/environment";
import { z } from "zod";

/** Source of the live policy, if it is not in files. */
const Environment = z
  .object({ BATON_URL: z.url().optional(), BATON_API_KEY: z.string().optional() })
  .superRefine(({ BATON_URL: server, BATON_API_KEY: key }, { addIssue }) => {
    if ((server === undefined) === (key === undefined)) return;
    const [given, missing] =
      key === undefined ? ["BATON_URL", "BATON_API_KEY"] : ["BATON_API_KEY", "BATON_URL"];
    const message = `is not set, though ${given} is: set both to follow a server, or neither to go by the files`;
    addIssue({ code: "custom", path: [missing], message });
  });

/** @throws Error if `BATON_URL` is not a URL, or only one of the two is set. */
export function readEnvironment() {
  return parseEnvironment(Environment, process.env);
}
