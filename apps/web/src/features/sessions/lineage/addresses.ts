import { addressOf } from "@/frame/pages";

/** A session in its workspace. */
export interface SessionAddress {
  workspace: string;
  session: string;
}

/** Links to the history of a field in a session. */
export function fieldAddress({ workspace, session }: SessionAddress, path: string): string {
  return `${addressOf(workspace, "sessions", session, "fields")}?path=${encodeURIComponent(path)}`;
}

/** Links to the knowledge of an agent in a session. */
export function agentAddress({ workspace, session }: SessionAddress, agent: string): string {
  return `${addressOf(workspace, "sessions", session, "fields")}?agent=${encodeURIComponent(agent)}`;
}
