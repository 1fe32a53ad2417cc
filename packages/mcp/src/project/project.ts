import { mkdir, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { type CompiledPolicy, policyFor } from "@baton/core";
import { findProjectPolicy, type NamedPolicy } from "@baton/core/client";
import { redactMarkdown } from "@baton/core/handoff-document";
import type { HandoffRollout } from "@baton/core/manifest";
import {
  ContainedFolder,
  findDocuments,
  type ProjectDocument,
  replaceFile,
  SessionWriter,
} from "@baton/core/node";
import type { ArtifactReadEvent } from "@baton/core/session";
import { v7 as uuidv7 } from "uuid";
import { ToolError } from "../tool-error";

/** The policy of a project, for its documents. */
export interface DocumentPolicy {
  readonly contentPolicy: CompiledPolicy | undefined;
  /** Limits and known agents of the server; null without one. */
  readonly rollout: HandoffRollout | null;
  /** The reason why the policy is unknown or may be stale; null if neither. */
  readonly problem: string | null;
}

/** The project folder that tools read and write. Every path that a client gives stays inside it. */
export class Project {
  /** Absolute, without symlinks. */
  readonly root: string;
  readonly #folder: ContainedFolder;
  readonly #agent: string;
  readonly #named: NamedPolicy;
  readonly #missing: string;
  readonly #sessionId = `mcp-${uuidv7()}`;
  readonly #writer: SessionWriter;

  private constructor(folder: ContainedFolder, agent: string, named: NamedPolicy, missing: string) {
    this.#folder = folder;
    this.root = folder.path;
    this.#agent = agent;
    this.#named = named;
    this.#missing = missing;
    this.#writer = new SessionWriter({
      path: join(this.root, ".baton", "sessions", `${this.#sessionId}.jsonl`),
    });
  }

  /**
   * @param options.agent the agent that reads.
   * @param options.policy the policy whose content rules apply to documents, if a user named one.
   * @param options.missing the variables that are not set for a server.
   * @throws file system errors if the folder cannot be opened.
   */
  static async open(
    path: string,
    { agent, policy, missing }: { agent: string; policy: NamedPolicy; missing: string },
  ): Promise<Project> {
    return new Project(await ContainedFolder.open(path), agent, policy, missing);
  }

  /**
   * Returns the policy whose content rules apply to documents.
   *
   * @throws ToolError if a policy cannot be read, because what it forbids is unknown.
   */
  async findPolicy(): Promise<DocumentPolicy> {
    const found = await this.#find();
    const contentPolicy = found.kind === "policy" ? found.policy : undefined;
    return { contentPolicy, rollout: found.rollout, problem: found.problem };
  }

  /** Returns the policy that decides about contexts and texts. @throws ToolError without one, or as {@link findPolicy} does. */
  async readPolicy(): Promise<CompiledPolicy> {
    const found = await this.#find();
    if (found.kind === "policy") return found.policy;
    throw new ToolError(
      `This tool needs a policy. Write .baton/policy.json in this project, or set ${this.#missing} for the MCP server.`,
    );
  }

  async #find() {
    const found = await findProjectPolicy(this.root, this.#named, "mcp");
    if (found.kind === "policy")
      return { ...found, policy: policyFor(found.policy, { sessionId: this.#sessionId }) };
    if (found.kind === "none") return found;
    throw new ToolError(`The policy of this project cannot be read: ${found.problem}. Correct it.`);
  }

  /** Returns a text as content rules let an agent read it. @throws ToolError as {@link findPolicy} does. */
  async redact(text: string): Promise<string> {
    const { contentPolicy } = await this.findPolicy();
    return redactMarkdown(text, contentPolicy).markdown;
  }

  /** Lists handoff documents and manifests, newest first. */
  listDocuments(): ProjectDocument[] {
    return findDocuments(this.root);
  }

  /** Reads a text file. @throws ToolError if it is outside, missing or not text. */
  async read(path: string): Promise<string> {
    const found = await this.#folder.read(path);
    if (found.state === "read") return new TextDecoder().decode(found.bytes);
    throw new ToolError(
      `${path} cannot be read: ${"reason" in found ? found.reason : found.state.replaceAll("_", " ")}.`,
    );
  }

  /** Returns true if there is something at a path. */
  async has(path: string): Promise<boolean> {
    return (await this.#folder.read(path)).state !== "missing";
  }

  /** Opens a folder below the project. @throws ToolError if it is missing or outside. */
  async openFolder(path: string): Promise<ContainedFolder> {
    const folder = await ContainedFolder.open(resolve(this.root, path)).catch(() => null);
    if (folder === null) throw new ToolError(`The project has no folder ${path}.`);
    if (!this.#contains(folder.path)) throw new ToolError(`${path} is outside the project.`);
    return folder;
  }

  /** Returns a path as seen from the project, with `/`. */
  relate(path: string): string {
    return path
      .slice(this.root.length + 1)
      .split(sep)
      .join("/");
  }

  /**
   * Writes a new file in a folder of the project, which is created if it is missing.
   *
   * @throws ToolError if the folder leads outside.
   */
  async write(folder: string, name: string, text: string): Promise<void> {
    const path = join(this.root, folder);
    const present = await realpath(path).catch(() => realpath(dirname(path)));
    if (present !== this.root && !this.#contains(present))
      throw new ToolError(`${folder} leads out of the project.`);
    await mkdir(path, { recursive: true });
    await replaceFile(join(path, basename(name)), text);
  }

  /** Records that the agent read a file. A failed write hides nothing from the agent. */
  async recordRead(read: Pick<ArtifactReadEvent, "path" | "tokens" | "reason">): Promise<void> {
    await this.#writer
      .append({
        event_type: "artifact_read",
        event_id: uuidv7(),
        session_id: this.#sessionId,
        agent_id: this.#agent,
        timestamp: new Date().toISOString(),
        ...read,
      } satisfies ArtifactReadEvent)
      .catch(() => {});
  }

  #contains(path: string): boolean {
    return path === this.root || path.startsWith(`${this.root}${sep}`);
  }
}
