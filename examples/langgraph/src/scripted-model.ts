import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";

/** A model that returns its replies in order, and keeps its first request. */
export class ScriptedModel extends BaseChatModel {
  firstPrompt: readonly BaseMessage[] = [];
  readonly #replies: AIMessage[];

  constructor(replies: readonly AIMessage[]) {
    super({});
    this.#replies = [...replies];
  }

  override _llmType() {
    return "scripted";
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    if (this.firstPrompt.length === 0) this.firstPrompt = messages;
    const message = this.#replies.shift();
    if (message === undefined) throw new Error("The model was asked more often than it has replies");
    return { generations: [{ text: message.text, message }] };
  }
}
