import { countTokens } from "@baton/core/tokens";
import { v4 } from "uuid";
import type { Random } from "./random";
import { type SampleFile, toJsonLines } from "./sample-file";
import { type Context, render, Template } from "./template";

/** The host sends its instructions and tool definitions with every call, but never records them. */
const INSTRUCTION_TOKENS = 15_800;

/** A tool call with its output. */
interface ToolUse {
  name: string;
  input: Record<string, unknown>;
  output: string;
}

interface TranscriptOptions {
  random: Random;
  sessionId: string;
  /** In milliseconds since 1970. */
  startedAt: number;
  model: string;
  folder: string;
  branch: string;
  /** The `lines` of `transcripts/shapes.yaml`. */
  shapes: Record<string, Template>;
  /** Set for the transcript of a subagent. */
  agentId?: string;
}

/**
 * Writes a transcript in the format of Claude Code. The usage follows from the texts: each call reads what was
 * cached before, and adds the new tokens.
 */
export class TranscriptWriter {
  readonly #options: TranscriptOptions;
  readonly #lines: object[] = [];
  #now: number;
  #parent: string | null = null;
  #cachedTokens = 0;
  #newTokens = INSTRUCTION_TOKENS;
  #toolUseCount = 0;
  #usage = { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 };

  constructor(options: TranscriptOptions) {
    this.#options = options;
    this.#now = options.startedAt;
  }

  /** Writes the text of a user, or for a subagent that of the calling agent. */
  ask(text: string): void {
    this.#write("user", "text", { text });
  }

  /** Writes a response of the model, and its tool calls one after the other. */
  answer(text: string, uses: readonly ToolUse[] = []): void {
    this.#call([{ type: "text", text }]);
    for (const { name, input, output } of uses) {
      const id = `toolu_01${this.#options.random.base62(22)}`;
      this.#call([{ type: "tool_use", id, name, input }]);
      this.#result(id, output, { stdout: output, stderr: "", interrupted: false, isImage: false });
    }
  }

  /**
   * Starts a subagent and waits for it.
   *
   * @param perform writes the subagent's transcript, and returns its answer.
   * @returns the file of the subagent's transcript.
   */
  delegate(
    task: { subagent_type: string; description: string; prompt: string },
    perform: (writer: TranscriptWriter) => string,
  ): SampleFile {
    const { random, sessionId } = this.#options;
    const id = `toolu_01${random.base62(22)}`;
    this.#call([{ type: "tool_use", id, name: "Task", input: task }]);
    const letters = random
      .base62(40)
      .toLowerCase()
      .replaceAll(/[^a-f0-9]/g, "");
    const agentId = letters.padEnd(7, "0").slice(0, 7);
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
    this.#now = subagent.#now;
    this.#result(id, answer, {
      status: "completed",
      prompt: task.prompt,
      agentId,
      content: [{ type: "text", text: answer }],
      totalDurationMs: subagent.#now - startedAt,
      totalTokens: subagent.#contextTokens(),
      totalToolUseCount: subagent.#toolUseCount,
      usage: subagent.#usage,
    });
    return subagent.toFile(`${sessionId}/subagents/agent-${agentId}`);
  }

  /** Replaces the conversation by a summary. If `isMeasured`, the host also records the new size. */
  compact(trigger: "auto" | "manual", summary: string, text: string, isMeasured: boolean): void {
    const postTokens = INSTRUCTION_TOKENS + countTokens(summary);
    const sizes = { trigger, preTokens: this.#contextTokens(), ...(isMeasured && { postTokens }) };
    const last = this.#parent;
    this.#parent = null;
    this.#write("system", "boundary", { text: "", last, sizes });
    this.#cachedTokens = 0;
    this.#newTokens = INSTRUCTION_TOKENS;
    this.#write("user", "summary", { text });
  }

  /** @param name path below the folder of the transcripts, without its extension. */
  toFile(name: string): SampleFile {
    const folder = this.#options.folder.replaceAll(/[/.]/g, "-");
    return { path: `transcripts/${folder}/${name}.jsonl`, content: toJsonLines(this.#lines) };
  }

  /** Returns the tokens of the context after the last call. */
  #contextTokens(): number {
    return Object.values(this.#usage).reduce((sum, tokens) => sum + tokens, 0);
  }

  /** Writes the result of a tool. `details`: the host's own record of it. */
  #result(id: string, text: string, details: object): void {
    this.#toolUseCount += 1;
    this.#write("user", "result", { id, text, details });
    // Reminders and opened files are sent with a result, but not recorded.
    this.#newTokens += this.#options.random.integer(600, 3_600);
  }

  #call(content: readonly object[]): void {
    const { random, model } = this.#options;
    this.#usage = {
      input_tokens: random.integer(1, 4),
      cache_creation_input_tokens: this.#newTokens,
      cache_read_input_tokens: this.#cachedTokens,
      output_tokens: countTokens(JSON.stringify(content)),
    };
    const ids = { message_id: `msg_01${random.base62(22)}`, request_id: `req_011${random.base62(21)}` };
    // The host writes a call twice: at its start, and when it is complete. The second one counts.
    const thinking = [{ type: "thinking", thinking: "" }];
    const begun = { ...this.#usage, output_tokens: 1 };
    this.#write("assistant", "call", { text: "", model, ...ids, content: thinking, usage: begun });
    this.#write("assistant", "call", { text: "", model, ...ids, content, usage: this.#usage });
    this.#cachedTokens += this.#newTokens;
    this.#newTokens = this.#usage.output_tokens;
  }

  #write(type: string, shape: string, context: Context & { text: string }): void {
    const { random, shapes, agentId } = this.#options;
    this.#now += random.integer(900, 16_000);
    const id = v4({ random: random.bytes(16) });
    const timestamp = new Date(this.#now).toISOString();
    const fields = render(shapes[shape] ?? {}, context, Template);
    const place = { isSidechain: agentId !== undefined, parent: this.#parent, id, timestamp };
    this.#lines.push(render(shapes.line ?? {}, { ...this.#options, ...place, type, fields }, Template));
    this.#parent = id;
    this.#newTokens += countTokens(context.text);
  }
}
