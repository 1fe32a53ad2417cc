import { z } from "zod";
import { AgentId } from "./agent-id";
import { type RecordsResult, refuseShape } from "./read-records";
import { handoffFacts, type SessionRecord, sessionRecord } from "./session-record";
import { shortenTitle } from "./session-title";

/** Speakers in these logs that are not agents. */
const PEOPLE = new Set(["human", "user", "assistant", "system"]);

const text = z.string().nullish().catch(null);

const Message = z.looseObject({ role: text, name: text, content: text });
type Message = z.infer<typeof Message>;

/**
 * Real logs have some hundred. Each becomes an event, which takes some kilobytes until it is stored, while
 * `{}` has two characters.
 */
const MAX_MESSAGES = 20_000;

const Log = z.looseObject({
  history: z.tuple([Message], Message).refine((messages) => messages.length <= MAX_MESSAGES, {
    error: "more than 20,000 messages",
  }),
  question: text,
  /** The position of the mistaken message, from 0; a number or its digits. */
  mistake_step: z.union([z.int(), z.string()]).nullish().catch(null),
});

/**
 * Converts a log of agents in the format of the data set "Who&When" (Zhang et al., "Which Agent Causes Task
 * Failures and When?", ICML 2025) into records, one per message. A change of speaker is a handoff without
 * sizes and times. The message labeled as the mistake is an error.
 *
 * @param json the log, parsed.
 * @param session the log's session, which distinguishes its messages from those of others.
 * @returns the records, or the invalid fields (`schema_error`).
 */
export function readWhoAndWhenLog(json: unknown, session: string | null): RecordsResult {
  const parsed = Log.safeParse(json);
  if (!parsed.success) return refuseShape(parsed.error, json);
  const { history, question, mistake_step } = parsed.data;
  const mistake = mistake_step == null || mistake_step === "" ? null : Number(mistake_step);
  const read = (message: Message, index: number): SessionRecord =>
    sessionRecord({
      eventType: "who_and_when.message",
      identity: session === null ? null : `who-and-when:${session}:${index}`,
      sessionId: session,
      title: index === 0 ? shortenTitle(question?.trim()) : null,
      isError: index === mistake,
      handoff: readTurn(history[index - 1], message),
    });
  const [opening, ...others] = history;
  return {
    ok: true,
    records: [read(opening, 0), ...others.map((message, index) => read(message, index + 1))],
  };
}

function readTurn(before: Message | undefined, message: Message): SessionRecord["handoff"] {
  const fromAgent = before && nameSpeaker(before);
  const toAgent = nameSpeaker(message);
  if (!fromAgent || !toAgent || fromAgent === toAgent) return null;
  return handoffFacts({ kind: "span", fromAgent, toAgent });
}

/**
 * Uses the agent's own name, otherwise the role without the part in brackets: `Orchestrator (-> WebSurfer)`.
 */
function nameSpeaker({ name, role }: Message): string | null {
  const speaker = name || (role ?? "").split(" (")[0] || "";
  const agent = AgentId.safeParse(speaker);
  if (!agent.success || (!name && PEOPLE.has(speaker))) return null;
  return agent.data;
}
