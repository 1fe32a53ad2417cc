import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type ChatServices, startChatServices } from "../../test/chat-services";
import { type ChatKind, type Message, toChatRequest } from "./chat-message";
import { postWebhook } from "./post-webhook";

const KEY = "R0123456789abcdef0123456789abcde";
const LINK = "https://baton.example.com/w/default/policies";
let services: ChatServices;
beforeAll(async () => {
  services = await startChatServices();
});
afterAll(() => services.close());
beforeEach(() => {
  services.accepted.length = 0;
});

const message = (more: Partial<Message> = {}): Message => ({
  workspaceId: "default",
  notificationId: 7,
  kind: "policy.review_requested",
  subject: "Ann requested a review",
  body: "Please look.",
  page: "policies",
  createdAt: new Date("2026-03-10T12:00:00Z"),
  link: LINK,
  ...more,
});

const targetOf = (channel: ChatKind) => (channel === "pagerduty" ? KEY : `${services.url}/${channel}`);

async function send(channel: ChatKind, sent: Message) {
  const pagerDuty = { us: services.url, eu: services.url };
  const { url, body } = toChatRequest({ channel, target: targetOf(channel) }, sent, pagerDuty);
  const options = { headers: {}, allowedNetworks: ["127.0.0.1"], readsReason: true };
  return { ...(await postWebhook(url, JSON.stringify(body), options)), body: JSON.stringify(body) };
}

const CHANNELS = ["slack", "teams", "discord", "pagerduty"] as const;

it.each(CHANNELS)("%s accepts each kind of notification, with its text and link", async (channel) => {
  const kinds = ["policy.review_requested", "alert.fired", "alert.resolved", "leak.found", "notice.test"];
  for (const kind of kinds) {
    const { status, body } = await send(channel, message({ kind }));
    expect(status, body).toBeLessThan(300);
    for (const part of ["Ann requested a review", "Please look.", LINK]) expect(body).toContain(part);
  }
  expect((await send(channel, message({ body: "" }))).status).toBeLessThan(300);
});

it.each(CHANNELS)("%s accepts texts that are long or contain its markup", async (channel) => {
  const hostile = "<!channel> @everyone **x** [a](http://evil) `c` & | > ".repeat(200);
  for (const text of [hostile, "*".repeat(9_000), "😀".repeat(5_000)]) {
    const { status, reason, body } = await send(channel, message({ subject: text, body: text }));
    expect([status < 300, reason], body).toEqual([true, expect.any(String)]);
    expect(body).toContain(LINK);
  }
});

it("escapes mentions in texts for Slack and Discord", async () => {
  const hostile = message({ subject: "<!channel> hello", body: "<@U1> @everyone" });
  const { body: slack } = await send("slack", hostile);
  expect(JSON.parse(slack)).toMatchObject({
    text: "&lt;!channel&gt; hello",
    blocks: [{ text: { type: "plain_text" } }, { text: { type: "plain_text" } }, {}],
  });
  const { body: discord } = await send("discord", hostile);
  expect(JSON.parse(discord)).toMatchObject({ allowed_mentions: { parse: [] } });
});

it("resolves the incident of an alert when it resolves, and sends other notifications as change events", async () => {
  const page = "settings/alerts/3";
  await send("pagerduty", message({ kind: "alert.fired", page, notificationId: 1 }));
  await send("pagerduty", message({ kind: "alert.resolved", page, notificationId: 2 }));
  await send("pagerduty", message());
  const key = { dedup_key: "baton default settings/alerts/3", routing_key: KEY };
  expect(services.accepted).toMatchObject([
    { path: "/v2/enqueue", body: { event_action: "trigger", ...key, payload: { severity: "error" } } },
    { path: "/v2/enqueue", body: { event_action: "resolve", ...key } },
    { path: "/v2/change/enqueue", body: { routing_key: KEY } },
  ]);
});

it("sends to the European region without the prefix of the key", () => {
  const { url, body } = toChatRequest({ channel: "pagerduty", target: `eu:${KEY}` }, message());
  expect([url, body]).toEqual([
    "https://events.eu.pagerduty.com/v2/change/enqueue",
    expect.objectContaining({ routing_key: KEY }),
  ]);
});

it("the services of this test refuse what the real ones refuse, and postWebhook returns their reason", async () => {
  const post = (path: string, body: object) =>
    postWebhook(`${services.url}${path}`, JSON.stringify(body), {
      headers: {},
      allowedNetworks: ["127.0.0.1"],
      readsReason: true,
    });
  expect(await post("/slack", { subject: "A review" })).toEqual({ status: 400, reason: "no_text" });
  expect(await post("/slack", [])).toEqual({ status: 400, reason: "invalid_payload" });
  expect((await post("/discord", { content: "x".repeat(2_001) })).status).toBe(400);
  expect((await post("/teams", { type: "message", text: "x" })).status).toBe(400);
  expect((await post("/v2/enqueue", { routing_key: KEY, event_action: "trigger" })).status).toBe(400);
});
