/** Builds transcripts of Claude Code line by line, a second after each other. */
export class TranscriptBuilder {
  readonly lines: Record<string, unknown>[] = [];
  readonly #common: Record<string, unknown>;
  #seconds: number;

  /**
   * @param common properties of each line.
   * @param start seconds after 10:00.
   */
  constructor(common: Record<string, unknown>, start = 0) {
    this.#common = common;
    this.#seconds = start;
  }

  add(fields: Record<string, unknown>): this {
    this.#seconds += 1;
    const timestamp = new Date(Date.UTC(2026, 2, 1, 10, 0, this.#seconds)).toISOString();
    this.lines.push({ timestamp, ...this.#common, ...fields });
    return this;
  }

  asked(text: string): this {
    return this.add({ type: "user", message: { role: "user", content: text } });
  }

  /** Adds a model call with 10 input tokens and 100 tokens read from the cache. */
  answered(id: string, output: number, blocks: readonly object[] = [], more: object = {}): this {
    const usage = { input_tokens: 10, cache_read_input_tokens: 100, output_tokens: output };
    const message = { id, model: "claude-sonnet-4-6", role: "assistant", content: blocks, usage, ...more };
    return this.add({ type: "assistant", message });
  }

  returned(toolUseId: string, content: unknown, more: Record<string, unknown> = {}, isError = false): this {
    const block = { type: "tool_result", tool_use_id: toolUseId, content, is_error: isError };
    return this.add({ type: "user", message: { role: "user", content: [block] }, ...more });
  }
}

export function starts(id: string, subagent_type: string, more: object = {}): object {
  const input = { subagent_type, prompt: "Look for tests.", description: "look", ...more };
  return { type: "tool_use", id, name: "Agent", input };
}

export function sends(id: string, to: string): object {
  return { type: "tool_use", id, name: "SendMessage", input: { to, summary: "go on", message: "Go on." } };
}

/** Properties that Claude Code adds to a subagent's result. */
export function trailer(agentId: string, tokens: number): object {
  const text = `agentId: ${agentId} (use SendMessage to continue)\n<usage>subagent_tokens: ${tokens}\ntool_uses: 0</usage>`;
  return { type: "text", text };
}

export function notification(agentId: string, toolUseId: string, tokens: number): string {
  return `<task-notification>\n<task-id>${agentId}</task-id>\n<tool-use-id>${toolUseId}</tool-use-id>\n<status>completed</status>\n<summary>Agent "look" finished</summary>\n<result>Twelve tests.</result>\n<usage><total_tokens>${tokens}</total_tokens></usage>\n</task-notification>`;
}
