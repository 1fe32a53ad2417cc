import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";

const Request = z.object({ instructions: z.string(), input: z.array(z.looseObject({})) });
export type ModelRequest = z.infer<typeof Request>;

/** A model server on loopback with the parts of OpenAI's Responses API that the SDK uses. */
export interface ModelServer {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/**
 * Starts the server.
 *
 * @param answer returns the output items of a response.
 */
export async function startModelServer(answer: (request: ModelRequest) => object[]): Promise<ModelServer> {
  let responses = 0;
  const server = createServer(async (request, response) => {
    const output = answer(Request.parse(JSON.parse(await text(request))));
    responses += 1;
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        id: `resp_${responses}`,
        object: "response",
        status: "completed",
        model: "stub",
        output,
        usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Returns a model's text as an item of a response. */
export function messageItem(said: string): object {
  const content = [{ type: "output_text", text: said, annotations: [] }];
  return { type: "message", id: "msg_1", role: "assistant", status: "completed", content };
}

/**
 * Returns a tool call as an item of a response.
 *
 * @param args JSON.
 */
export function callItem(callId: string, name: string, args = "{}"): object {
  const id = `fc_${callId}`;
  return { type: "function_call", id, call_id: callId, name, arguments: args, status: "completed" };
}
