import { parseEnvironment } from "@baton/core/environment";
import { z } from "zod";

const Environment = z.object({
  /** Place of closed months: the path of a folder, or `s3://bucket/prefix`. */
  BATON_COLD_STORE: z
    .string()
    .regex(/^(\/|[A-Za-z]:[\\/]|s3:\/\/[^/]+)/, "must be an absolute path or s3://bucket/prefix")
    .optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().default("us-east-1"),
  /** Address of a store other than Amazon's, such as `https://minio.example.com`. */
  AWS_ENDPOINT_URL: z.url().optional(),
});
export type ColdEnvironment = z.infer<typeof Environment>;

/**
 * Returns the settings of the cold store. They are read when cold storage is used, because most servers do not.
 * @throws Error that names each invalid variable.
 */
export function readColdEnvironment(): ColdEnvironment {
  return parseEnvironment(Environment, process.env);
}
