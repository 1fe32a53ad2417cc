import { addressOf } from "@/frame/pages";

/** A session in its workspace. */
export interface SessionAddress {
  workspace: string;
  session: string;
}

/** Where it stands where a field went in a session. */
export function fieldAddress({ workspace, session }: SessionAddress, path: string): string {
  return `${addressOf(workspace, "sessions", session, "fields")}?path=${encodeURIComponent(path)}`;
}

/** Where it stands what an agent knew in a session. */
export function agentAddress({ workspace, session }: SessionAddress, agent: string): string {
  return `${addressOf(workspace, "sessions", session, "fields")}?agent=${encodeURIComponent(agent)}`;
}
