import { countTokens } from "@baton/core";
import { base62Id, uuid } from "./identifier";
import type { Random } from "./random";
import { type SampleFile, toJsonLines } from "./sample-file";

/**
 * What the host sends with every call and never writes down: its
 * instructions and the definitions of its tools.
 */
const INSTRUCTION_TOKENS = 15_800;

/** A call of a tool, and what the tool gave back. */
export interface ToolUse {
  name: string;
  input: Record<string, unknown>;
  output: string;
}

interface Usage {
  input_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
  output_tokens: number;
}

export interface TranscriptOptions {
  random: Random;
  sessionId: string;
  /** In milliseconds since 1970. */
  startedAt: number;
  model: string;
  folder: string;
  branch: string;
  /** Set for the transcript of a subagent. */
  agentId?: string;
}

/**
 * Writes a transcript in the format of Claude Code. The texts are made up; the usage that stands beside them
 * follows from them: each call reads what was cached before, and adds what has come since.
 */
export class TranscriptWriter {
  readonly #options: TranscriptOptions;
  readonly #lines: object[] = [];
  #now: number;
  #parent: string | null = null;
  #cachedTokens = 0;
  #newTokens = INSTRUCTION_TOKENS;
  #usage: Usage | undefined;
  #toolUseCount = 0;

  constructor(options: TranscriptOptions) {
    this.#options = options;
    this.#now = options.startedAt;
  }

  get now(): number {
    return this.#now;
  }

  /** The size of the context at the last call, in tokens, as its provider counted it. */
  get contextTokens(): number {
    const usage = this.#usage;
    return usage ? usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens : 0;
  }

  get toolUseCount(): number {
    return this.#toolUseCount;
  }

  get usage(): Usage | undefined {
    return this.#usage;
  }

  /** A person speaks, or for a subagent the agent that called it. */
  ask(text: string): void {
    this.#write("user", { message: { role: "user", content: text } }, text);
  }

  /** The model answers, and uses tools one after the other. */
  answer(text: string, uses: readonly ToolUse[] = []): void {
    this.#call([{ type: "text", text }]);
    for (const use of uses) {
      const id = `toolu_01${base62Id(this.#options.random, 22)}`;
      this.#call([{ type: "tool_use", id, name: use.name, input: use.input }]);
      this.toolResult(id, use.output, { stdout: use.output, stderr: "", interrupted: false, isImage: false });
    }
  }

  /**
   * The model starts a subagent and waits for it.
   *
   * @param perform writes the subagent's transcript, and gives back what it answers.
   * @returns the subagent's transcript, which stands in a file of its own.
   */
  delegate(
    task: { subagent_type: string; description: string; prompt: string },
    perform: (writer: TranscriptWriter) => string,
  ): SampleFile {
    const { random, sessionId } = this.#options;
    const id = `toolu_01${base62Id(random, 22)}`;
    this.#call([{ type: "tool_use", id, name: "Task", input: task }]);
    const agentId = base62Id(random, 40)
      .toLowerCase()
      .replaceAll(/[^a-f0-9]/g, "")
      .padEnd(7, "0")
      .slice(0, 7);
    const startedAt = this.#now;
    const subagent = new TranscriptWriter({
      ...this.#options,
      model: "claude-haiku-4-5",
      startedAt,
      agentId,
    });
    subagent.ask(task.prompt);
    const answer = perform(subagent);
    subagent.answer(answer);
    this.#now = subagent.now;
    this.toolResult(id, answer, {
      status: "completed",
      prompt: task.prompt,
      agentId,
      content: [{ type: "text", text: answer }],
      totalDurationMs: subagent.now - startedAt,
      totalTokens: subagent.contextTokens + (subagent.usage?.output_tokens ?? 0),
      totalToolUseCount: subagent.toolUseCount,
      usage: subagent.usage,
    });
    return subagent.toFile(`${sessionId}/subagents/agent-${agentId}`);
  }

  /** What a tool gave back. `details`: as the host keeps it beside the message. */
  toolResult(toolUseId: string, output: string, details: object): void {
    this.#toolUseCount += 1;
    const content = [{ tool_use_id: toolUseId, type: "tool_result", content: output, is_error: false }];
    this.#write("user", { message: { role: "user", content }, toolUseResult: details }, output);
    // Reminders and opened files go with a result without being written down.
    this.#newTokens += this.#options.random.integer(600, 3_600);
  }

  /**
   * The conversation is replaced by a summary of it. Where `isMeasured` the host also says how large that is.
   */
  compact(trigger: "auto" | "manual", summary: string, isMeasured: boolean): void {
    const before = this.contextTokens + (this.#usage?.output_tokens ?? 0);
    const after = INSTRUCTION_TOKENS + countTokens(summary);
    const last = this.#parent;
    this.#parent = null;
    this.#write("system", {
      subtype: "compact_boundary",
      content: "Conversation compacted",
      logicalParentUuid: last,
      isMeta: false,
      level: "info",
      compactMetadata: { trigger, preTokens: before, ...(isMeasured && { postTokens: after }) },
    });
    this.#cachedTokens = 0;
    this.#newTokens = INSTRUCTION_TOKENS;
    const content = `This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\n${summary}`;
    const message = { role: "user", content };
    this.#write("user", { message, isVisibleInTranscriptOnly: true, isCompactSummary: true }, content);
  }

  /** @param name path below the folder of the transcripts, without its ending. */
  toFile(name: string): SampleFile {
    const folder = this.#options.folder.replaceAll(/[/.]/g, "-");
    return { path: `transcripts/${folder}/${name}.jsonl`, content: toJsonLines(this.#lines) };
  }

  #call(content: readonly object[]): void {
    const { random, model } = this.#options;
    const written = JSON.stringify(content);
    this.#usage = {
      input_tokens: random.integer(1, 4),
      cache_creation_input_tokens: this.#newTokens,
      cache_read_input_tokens: this.#cachedTokens,
      output_tokens: countTokens(written),
    };
    const message = {
      model,
      id: `msg_01${base62Id(random, 22)}`,
      type: "message",
      role: "assistant",
      content,
      stop_reason: null,
      stop_sequence: null,
    };
    const requestId = `req_011${base62Id(random, 21)}`;
    // One call is written twice: when it begins, with the tokens until
    // then, and when it is complete. The last counts.
    const begun = { ...this.#usage, output_tokens: 1 };
    this.#write("assistant", {
      message: { ...message, content: [{ type: "thinking", thinking: "" }], usage: begun },
      requestId,
    });
    this.#write("assistant", { message: { ...message, usage: this.#usage }, requestId });
    this.#cachedTokens += this.#newTokens;
    this.#newTokens = this.#usage.output_tokens;
  }

  #write(type: string, fields: object, text = ""): void {
    const { random, sessionId, folder, branch, agentId } = this.#options;
    this.#now += random.integer(900, 16_000);
    const id = uuid(random);
    this.#lines.push({
      parentUuid: this.#parent,
      isSidechain: agentId !== undefined,
      userType: "external",
      cwd: folder,
      sessionId,
      version: "2.1.39",
      gitBranch: branch,
      ...(agentId && { agentId }),
      type,
      ...fields,
      uuid: id,
      timestamp: new Date(this.#now).toISOString(),
    });
    this.#parent = id;
    this.#newTokens += countTokens(text);
  }
}
