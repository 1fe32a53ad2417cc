import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";
import { ANTHROPIC_MESSAGES } from "./anthropic-messages";
import { CHAT_COMPLETIONS } from "./chat-completions";
import { drawTokens } from "./model-call";
import { ModelLog } from "./model-log";
import { OPENAI_RESPONSES } from "./openai-responses";
import type { ModelAnswer, ToolCall, WireFormat } from "./wire-format";

/** The response to one model call of a role. */
export interface Turn {
  text?: string;
  calls?: readonly ToolCall[] | ((body: string) => readonly ToolCall[]);
  /** The tokens of the context as the provider counts them; by default some ten thousand. */
  context?: number;
  /** The provider rejects the call. */
  error?: string;
}

/**
 * The responses for each role, in order. A prompt or system prompt names its role with `roleMark`, or in words: "You are
 * the clerk."
 */
export type Script = Record<string, readonly Turn[]>;

/** Returns the mark by which the stub identifies the role of a request. */
export function roleMark(role: string): string {
  return `[role: ${role}]`;
}

const MARKS = /\[role: ([\w-]+)\]|\bYou are the ([\w-]+)\./g;
const FORMATS: readonly WireFormat[] = [ANTHROPIC_MESSAGES, OPENAI_RESPONSES, CHAT_COMPLETIONS];

/** A server that plays models of three providers on loopback, from a script. Its log has each request. */
export interface ModelStub {
  /** Without a path. */
  url: string;
  /** Starts a script with an empty log, which fills while the client runs. */
  play(script: Script): ModelLog;
  stop(): Promise<void>;
}

/** Starts the server on a free port. */
export async function startModelStub(): Promise<ModelStub> {
  let ordinal = 0;
  let script: Script = {};
  let log = new ModelLog();
  let turns = new Map<string, number>();

  const answer = (
    format: WireFormat,
    body: string,
    headers: IncomingMessage["headers"],
    response: ServerResponse,
  ) => {
    const request = format.readRequest(JSON.parse(body));
    const find = (text: string) => findRole(text, script);
    const role = find(request.instructions) ?? find(request.spoken.join("\n")) ?? "";
    const count = turns.get(role) ?? 0;
    const turn = script[role]?.[count];
    turns.set(role, count + 1);
    if (!turn || turn.error !== undefined) {
      if (!turn) log.unexpected.push(`${format.path} ${role || "no role"}, turn ${count}`);
      return writeJson(response, 400, format.writeError(turn?.error ?? "the script has no such turn"));
    }
    ordinal += 1;
    const { model } = request;
    // OpenCode names its session in a header.
    const session = request.session ?? headers["x-session-id"]?.toString() ?? null;
    const id = `stub_${process.pid}_${ordinal}`;
    const drawn = drawTokens(ordinal, format.writesCache);
    const tokens =
      turn.context === undefined
        ? drawn
        : { ...drawn, cacheRead: turn.context - drawn.input - drawn.cacheWrite };
    const calls = typeof turn.calls === "function" ? turn.calls(body) : (turn.calls ?? []);
    const answered: ModelAnswer = { id, model, text: turn.text ?? null, calls, tokens };
    log.spoken.push({ role, text: request.spoken.join("\n") });
    log.bodies.push({ role, text: body });
    log.calls.push({ id, role, model, session, ...tokens });
    if (request.isStreamed) writeStream(response, format, answered);
    else writeJson(response, 200, format.writeAnswer(answered));
  };

  const server = createServer(async (request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    const format = FORMATS.find((each) => path.endsWith(each.path.replace(/^\/v1/, "")));
    const body = await readBody(request);
    try {
      if (format && request.method === "POST") answer(format, body, request.headers, response);
      // Clients request lists of models and similar, and continue without them.
      else writeJson(response, 404, { error: { message: "the stub has no such route" } });
    } catch (error) {
      log.unexpected.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      if (!response.headersSent) writeJson(response, 500, { error: { message: "the stub failed" } });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stub listens on a port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    play: (next) => {
      script = next;
      turns = new Map();
      log = new ModelLog();
      return log;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * The last mark is the newest: a resumed session also contains those of earlier prompts. Words name a role only if the
 * script has it, because clients describe their agents in such words too.
 */
function findRole(text: string, script: Script): string | null {
  const roles = [...text.matchAll(MARKS)].flatMap(([, mark, name]) =>
    mark !== undefined ? [mark] : name !== undefined && Object.hasOwn(script, name) ? [name] : [],
  );
  return roles.at(-1) ?? null;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return (request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString("utf8");
}

function writeJson(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
}

function writeStream(response: ServerResponse, format: WireFormat, answer: ModelAnswer): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const { name, data } of format.writeStream(answer)) {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    response.write(`${name === undefined ? "" : `event: ${name}\n`}data: ${text}\n\n`);
  }
  response.end();
}
