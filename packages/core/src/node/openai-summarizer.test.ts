import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { handoffOf, policyOf } from "../../test/handoff";
import { scopeContextWith } from "../scoping/scope-context";
import { countTokens } from "../tokens/count-tokens";
import { OpenAiSummarizer, summarizerFromEnvironment } from "./openai-summarizer";

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let server: Server | undefined;
afterEach(() => {
  vi.unstubAllEnvs();
  server?.closeAllConnections();
  server?.close();
});

/** A fake model endpoint on loopback, and a summarizer that calls it through the real SDK. */
async function stub(answer: Answer, timeoutMilliseconds = 2_000) {
  const bodies: string[] = [];
  const listening = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    answer(request, response, body);
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const address = listening.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  return {
    bodies,
    baseUrl,
    summarizer: new OpenAiSummarizer({ baseUrl, model: "m", apiKey: "k", timeoutMilliseconds }),
  };
}

const json = (response: ServerResponse, value: unknown, status = 200) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};
const completion = (content: unknown, usage?: object) => ({
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
  usage,
});
const request = { text: "The claim was filed late.", maxTokens: 50 };

describe("OpenAiSummarizer", () => {
  it("masks secrets before a text leaves the machine", async () => {
    const { summarizer, bodies } = await stub((_, response) => json(response, completion("Short.")));
    const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
    await summarizer.summarize({ text: `Deploy with ${secret} on Monday`, maxTokens: 20 });
    expect(bodies[0]).not.toContain(secret);
    expect(bodies[0]).toContain("on Monday");
  });

  it("requests a summary of the text, and returns the tokens used", async () => {
    let seen: IncomingMessage | undefined;
    const { summarizer, bodies } = await stub((incoming, response) => {
      seen = incoming;
      json(response, completion("Late claim.", { total_tokens: 91 }));
    });
    expect(await summarizer.summarize(request)).toMatchObject({ text: "Late claim.", tokensUsed: 91 });
    expect(seen?.url).toBe("/v1/chat/completions");
    expect(seen?.headers.authorization).toBe("Bearer k");
    const body = JSON.parse(bodies[0] ?? "");
    expect(body).toMatchObject({ model: "m", max_tokens: 50, temperature: 0 });
    expect(body.messages[1]).toEqual({ role: "user", content: request.text });
  });

  it("counts tokens itself if the endpoint does not", async () => {
    const { summarizer, bodies } = await stub((_, response) => json(response, completion("Late claim.")));
    const { tokensUsed } = await summarizer.summarize(request);
    const [system, user] = JSON.parse(bodies[0] ?? "").messages;
    expect(tokensUsed).toBe(
      countTokens(system.content) + countTokens(user.content) + countTokens("Late claim."),
    );
  });

  it.each([429, 500, 503])("retries twice after status %d", async (status) => {
    let tries = 0;
    const { summarizer } = await stub((_, response) => {
      tries += 1;
      if (tries < 3) response.writeHead(status, { "retry-after-ms": "1" }).end();
      else json(response, completion("at last"));
    });
    expect((await summarizer.summarize(request)).text).toBe("at last");
    expect(tries).toBe(3);
  });

  it("fails after the third attempt", async () => {
    const { summarizer, bodies } = await stub((_, response) => {
      response.writeHead(500, { "retry-after-ms": "1" }).end();
    });
    await expect(summarizer.summarize(request)).rejects.toThrow("500");
    expect(bodies.length).toBe(3);
  });

  it("does not retry a rejected request", async () => {
    const { summarizer, bodies } = await stub((_, response) =>
      json(response, { error: { message: "no" } }, 401),
    );
    await expect(summarizer.summarize(request)).rejects.toThrow("401");
    expect(bodies.length).toBe(1);
  });

  it("stops waiting for a silent endpoint after its time limit", { timeout: 20_000 }, async () => {
    const { summarizer, bodies } = await stub(() => {}, 100);
    const start = performance.now();
    await expect(summarizer.summarize(request)).rejects.toThrow("timed out");
    expect(bodies.length).toBe(3);
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it.each<[string, Answer]>([
    [
      "not JSON",
      (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{nonsense"),
    ],
    ["HTML", (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>Hello")],
    ["without choices", (_, response) => json(response, { choices: [] })],
    ["null", (_, response) => json(response, null)],
    ["a message without text", (_, response) => json(response, completion(null))],
    ["a message whose text is an object", (_, response) => json(response, completion({ a: 1 }))],
    ["cut off", (request) => request.socket.destroy()],
  ])("rejects a response that is %s", { timeout: 20_000 }, async (_, answer) => {
    const { summarizer } = await stub(answer);
    await expect(summarizer.summarize(request)).rejects.toThrow();
  });

  it("stops reading an endless response", { timeout: 20_000 }, async () => {
    let sent = 0;
    const { summarizer } = await stub((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = "x".repeat(64 * 1024);
      const send = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.on("drain", send);
      send();
    }, 10_000);
    await expect(summarizer.summarize(request)).rejects.toThrow();
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});

describe("a handoff summarized by a model", () => {
  const policy = policyOf({
    blocked_context_fields: ["ssn"],
    agent_handoff_rules: [
      {
        from_agent_id: "a",
        to_agent_id: "b",
        conversation_translation: { enabled: true, summarize: true, max_summary_tokens: 5 },
      },
    ],
  });
  const long = "Nothing of note today. Claim claim claim. Sunny weather here now.";
  const handoff = handoffOf({
    prior_outputs: { a: { t: long, ssn: "canary canary canary canary canary canary" } },
  });

  it("is truncated if the response is too long, and never sends blocked fields to the model", async () => {
    const { summarizer, bodies } = await stub((_, response) =>
      json(response, completion("claim ".repeat(100_000))),
    );
    const { scoped } = await scopeContextWith(summarizer, policy, handoff);
    expect(scoped.prior_outputs).toEqual({ a: { t: "claim claim claim claim claim" } });
    expect(bodies.join()).toContain(long);
    expect(bodies.join()).not.toContain("canary");
  });

  it("has an extractive summary if the model fails, and records it", async () => {
    const { summarizer } = await stub((_, response) => json(response, { error: "canary" }, 400));
    const { scoped, event } = await scopeContextWith(summarizer, policy, handoff);
    expect(scoped.prior_outputs).toEqual({ a: { t: "Claim claim claim." } });
    expect(event?.audit_note).toContain("The summarizer failed");
    expect(JSON.stringify(event)).not.toContain("canary");
  });
});

describe("summarizerFromEnvironment", () => {
  it("returns null if the environment names no endpoint", () => {
    vi.stubEnv("BATON_SUMMARIZER_URL", "");
    expect(summarizerFromEnvironment()).toBeNull();
    vi.stubEnv("BATON_SUMMARIZER_URL", "http://127.0.0.1:1");
    vi.stubEnv("BATON_SUMMARIZER_MODEL", "");
    expect(summarizerFromEnvironment()).toBeNull();
  });

  it("uses only the endpoint of its own variables, not the SDK's", async () => {
    const { baseUrl, bodies } = await stub((_, response) =>
      json(response, completion("ok", { total_tokens: 1 })),
    );
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:1");
    vi.stubEnv("BATON_SUMMARIZER_URL", baseUrl);
    vi.stubEnv("BATON_SUMMARIZER_MODEL", "named");
    expect(await summarizerFromEnvironment()?.summarize(request)).toEqual({
      text: "ok",
      tokensUsed: 1,
      outputTokens: 1,
      model: "named",
    });
    expect(JSON.parse(bodies[0] ?? "").model).toBe("named");
  });
});
