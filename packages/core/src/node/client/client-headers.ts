import { hostname } from "node:os";
import type { CompiledPolicy } from "../../scoping/compile-policy";

/** The version of this package, as in its `package.json`. */
export const CORE_VERSION = "0.1.0";

/** The names of a client's headers, which a server shows on its policy page. */
const CLIENT_HEADERS = {
  client: "baton-client",
  instance: "baton-instance",
  policy: "baton-policy-version",
} as const;

/** Returns the name of this machine and of a program on it, as a server shows it. */
export function instanceName(program: string): string {
  return `${hostname()} ${program}`;
}

/** Returns the headers that tell a server which client asks, and which policy it uses; without one, none. */
export function clientHeaders(instance: string, policy: CompiledPolicy | null): Record<string, string> {
  return {
    [CLIENT_HEADERS.client]: `baton-core/${CORE_VERSION}`,
    [CLIENT_HEADERS.instance]: encodeURIComponent(instance),
    [CLIENT_HEADERS.policy]: policy?.version ?? "none",
  };
}
