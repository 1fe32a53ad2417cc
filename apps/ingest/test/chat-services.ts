import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

/** Answer of a service: status and text. */
type Answer = readonly [status: number, text: string];

/** Checks of Slack, Teams, Discord and PagerDuty, by path. Each answers to a wrong message as the real service does. */
const SERVICES: Readonly<Record<string, (body: unknown) => Answer>> = {
  "/slack": (body) => {
    const message = z
      .looseObject({ text: z.unknown().optional(), blocks: z.unknown().optional() })
      .safeParse(body);
    if (!message.success) return [400, "invalid_payload"];
    const { text, blocks } = message.data;
    if (typeof text !== "string" || text === "") return [400, "no_text"];
    return z.array(SlackBlock).max(50).optional().safeParse(blocks).success
      ? [200, "ok"]
      : [400, "invalid_blocks"];
  },
  "/teams": (body) => {
    const isSmall = JSON.stringify(body).length <= 28_000;
    return isSmall && TeamsMessage.safeParse(body).success
      ? [202, ""]
      : [400, '{"error":{"code":"TriggerInputSchemaMismatch"}}'];
  },
  "/discord": (body) =>
    z.looseObject({ content: z.string().min(1).max(2_000) }).safeParse(body).success
      ? [204, ""]
      : [400, '{"content":["Must be 2000 or fewer in length."]}'],
  "/v2/enqueue": (body) =>
    PagerDutyEvent.safeParse(body).success
      ? [202, '{"status":"success","message":"Event processed"}']
      : [400, '{"status":"invalid event","message":"Event object is invalid"}'],
  "/v2/change/enqueue": (body) =>
    PagerDutyChange.safeParse(body).success
      ? [202, '{"status":"success","message":"Change event processed"}']
      : [400, '{"status":"invalid event","message":"Event object is invalid"}'],
};

const SlackText = z.union([
  z.strictObject({ type: z.literal("plain_text"), text: z.string().min(1).max(3_000), emoji: z.boolean() }),
  z.strictObject({ type: z.literal("mrkdwn"), text: z.string().min(1).max(3_000) }),
]);
const SlackBlock = z.union([
  z.strictObject({ type: z.literal("section"), text: SlackText }),
  z.strictObject({ type: z.literal("context"), elements: z.array(SlackText).min(1).max(10) }),
]);

const TextRun = z.looseObject({ type: z.literal("TextRun"), text: z.string() });
const Card = z.looseObject({
  type: z.literal("AdaptiveCard"),
  version: z.string(),
  body: z
    .array(z.strictObject({ type: z.literal("RichTextBlock"), inlines: z.array(TextRun).min(1) }))
    .min(1),
  actions: z.array(z.strictObject({ type: z.literal("Action.OpenUrl"), title: z.string(), url: z.url() })),
});
const TeamsMessage = z.object({
  type: z.literal("message"),
  attachments: z.tuple([
    z.object({ contentType: z.literal("application/vnd.microsoft.card.adaptive"), content: Card }),
  ]),
});

const RoutingKey = z.string().length(32);
const PagerDutyPayload = z.object({
  summary: z.string().min(1).max(1_024),
  source: z.string().min(1),
  timestamp: z.iso.datetime(),
});
const PagerDutyEvent = z.object({
  routing_key: RoutingKey,
  event_action: z.enum(["trigger", "acknowledge", "resolve"]),
  dedup_key: z.string().max(255),
  payload: PagerDutyPayload.extend({ severity: z.enum(["critical", "error", "warning", "info"]) }),
});
const PagerDutyChange = z.strictObject({
  routing_key: RoutingKey,
  payload: PagerDutyPayload.extend({ custom_details: z.record(z.string(), z.string()) }),
  links: z.array(z.object({ href: z.url(), text: z.string() })),
});

export interface ChatServices {
  url: string;
  port: number;
  /** Accepted messages, oldest first. */
  accepted: { path: string; body: object }[];
  close(): Promise<void>;
}

/** Starts the services on loopback. */
export async function startChatServices(): Promise<ChatServices> {
  const accepted: ChatServices["accepted"] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const body = await json(request).catch(() => null);
    const [status, text] = SERVICES[path]?.(body) ?? [404, "no_service"];
    if (status < 300) accepted.push({ path, body: z.looseObject({}).parse(body) });
    response.writeHead(status).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a server on a port has an address");
  const { port } = address;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}`, port, accepted, close };
}
