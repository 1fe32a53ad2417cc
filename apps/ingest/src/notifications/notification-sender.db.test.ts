import { createHmac } from "node:crypto";
import { type ChannelKind, listNotifications } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import {
  ensureWorkspace,
  insertNotificationChannel,
  TRIAL_NOTICE,
  updateNotificationChannel,
} from "@baton/db/write";
import { createNotification } from "@baton/services/notification/create-notification";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startChatServices } from "../../test/chat-services";
import { type Posted, type Receiver, startHook, startMailServer } from "../../test/receivers";
import { NotificationSender, type NotificationSenderOptions, RETRY_SECONDS } from "./notification-sender";
import { postWebhook } from "./post-webhook";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let hook: Receiver;
let received: Posted[];
let answers: number[];
let workspaceId: string;
let serial = 0;

beforeEach(async () => {
  received = [];
  answers = [];
  serial += 1;
  workspaceId = `notices-${serial}`;
  await ensureWorkspace(database.db, { workspaceId });
  hook = await startHook({ received, answer: () => answers.shift() ?? 204 });
});
afterEach(() => hook.close());

function buildSender(options: Partial<NotificationSenderOptions> = {}): NotificationSender {
  return new NotificationSender({
    db: database.db,
    smtpUrl: undefined,
    mailFrom: "baton@example.test",
    onFailure: () => {},
    publicAddress: "http://baton.example.test/",
    webhookNetworks: ["127.0.0.1"],
    ...options,
  });
}

function notify(key = "k", kind = "policy.review_requested") {
  const reported = { workspaceId, key, kind, subject: "Ann asks for a review" };
  return createNotification(database.db, { ...reported, body: "Please look.", page: "policies" });
}

function addWebhook(secret = "s3cret"): Promise<number> {
  return insertNotificationChannel(database.db, {
    workspaceId,
    kind: "webhook",
    target: hook.url,
    secret,
    createdBy: "Ann",
  });
}

const stateOf = async () => (await listNotifications(database.db, { workspaceId, limit: 5 }))[0]?.deliveries;

describe("NotificationSender", () => {
  it("posts a notification once to each webhook, signed, as soon as it is created", async () => {
    await addWebhook();
    const [one, other] = [buildSender(), buildSender()];
    one.start(database.url);
    other.start(database.url);
    try {
      expect([await notify(), await notify()]).toEqual([expect.any(Number), null]);
      await vi.waitFor(async () => expect(await stateOf()).toMatchObject([{ state: "sent" }]), {
        timeout: 10_000,
      });
    } finally {
      await Promise.all([one.stop(), other.stop()]);
    }
    expect(received).toHaveLength(1);
    const [{ body = "", signature = "" } = {}] = received;
    expect(JSON.parse(body)).toMatchObject({
      kind: "policy.review_requested",
      url: `http://baton.example.test/w/${workspaceId}/policies`,
    });
    const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    expect(createHmac("sha256", "s3cret").update(`${seconds}.${body}`).digest("hex")).toBe(hex);
    expect(Math.abs(Date.now() / 1_000 - Number(seconds))).toBeLessThan(60);
  });

  it("retries failed deliveries later, and gives up after the last attempt", async () => {
    await addWebhook();
    await notify();
    const messenger = buildSender();
    answers = Array(RETRY_SECONDS.length + 1).fill(500);
    for (const attempt of [...RETRY_SECONDS.keys(), RETRY_SECONDS.length]) {
      await messenger.deliverDue();
      expect(await stateOf()).toMatchObject([
        { attempts: attempt + 1, lastError: "the receiver responded with 500" },
      ]);
      await messenger.deliverDue();
      expect(received, "not before its time").toHaveLength(attempt + 1);
      // Set the time slightly into the past: `due_at` has milliseconds, and `now()` may be rounded up.
      await database.db.execute(
        sql`update notification_delivery set due_at = now() - interval '1 second' where workspace_id = ${workspaceId}`,
      );
    }
    expect(await stateOf()).toMatchObject([{ state: "failed" }]);
    await messenger.deliverDue();
    expect(received).toHaveLength(RETRY_SECONDS.length + 1);
  });

  it("records response and duration, and does not retry a test notification", async () => {
    await addWebhook();
    await notify("tried", TRIAL_NOTICE);
    answers = [503];
    await buildSender().deliverDue();
    const [delivery] = (await stateOf()) ?? [];
    expect(delivery).toMatchObject({
      state: "failed",
      answer: "503",
      lastError: "the receiver responded with 503",
    });
    expect(delivery?.durationMilliseconds).toBeLessThan(5_000);
    expect(delivery?.attemptedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it("fails pending deliveries of a channel that is turned off, and creates no more", async () => {
    const channelId = await addWebhook();
    await notify("before");
    await updateNotificationChannel(database.db, { workspaceId, channelId }, { isActive: false });
    expect(await stateOf()).toMatchObject([{ state: "failed", lastError: "the channel was turned off" }]);
    await notify("after");
    await buildSender().deliverDue();
    expect(received).toEqual([]);
    expect(await stateOf()).toEqual([]);
  });

  it("mails a notification with a link to its page", async () => {
    const mails: string[] = [];
    const mailServer = await startMailServer(mails);
    await insertNotificationChannel(database.db, {
      workspaceId,
      kind: "mail",
      target: "bob@example.test",
      secret: null,
      createdBy: "Ann",
    });
    await notify();
    const messenger = buildSender({ smtpUrl: mailServer.url });
    await messenger.deliverDue();
    expect(await stateOf()).toMatchObject([{ state: "sent", answer: "250 ok" }]);
    expect(mails.join()).toMatch(
      /To: bob@example\.test[\s\S]*Subject: Ann asks for a review[\s\S]*Please look\./,
    );
    expect(mails.join()).toContain(`/w/${workspaceId}/policies`);
    await messenger.stop();
    await mailServer.close();
  });

  it("sends chat messages in their own formats, and shows why a service refuses one", async () => {
    const services = await startChatServices();
    onTestFinished(() => services.close());
    const add = (kind: ChannelKind, target: string) =>
      insertNotificationChannel(database.db, { workspaceId, kind, target, secret: null, createdBy: "Ann" });
    for (const kind of ["slack", "teams", "discord"] as const) await add(kind, `${services.url}/${kind}`);
    await add("pagerduty", "R0123456789abcdef0123456789abcde");
    await add("slack", `${services.url}/deleted`);
    await notify("test", TRIAL_NOTICE);
    const pagerDuty = { us: services.url, eu: services.url };
    await buildSender({ pagerDuty }).deliverDue();
    expect((await stateOf())?.map(({ state, answer }) => [state, answer])).toEqual([
      ["sent", "200"],
      ["sent", "202"],
      ["sent", "204"],
      ["sent", "202"],
      ["failed", "404"],
    ]);
    expect((await stateOf())?.at(-1)?.lastError).toBe("the receiver responded with 404: no_service");
    expect(services.accepted).toHaveLength(4);
  });

  it("reports a missing mail server, and does not follow redirects", async () => {
    await insertNotificationChannel(database.db, {
      workspaceId,
      kind: "mail",
      target: "bob@example.test",
      secret: null,
      createdBy: "Ann",
    });
    await addWebhook();
    await notify();
    answers = [302];
    await buildSender().deliverDue();
    expect((await stateOf())?.map(({ lastError }) => lastError)).toEqual([
      "no mail server is configured (BATON_SMTP_URL)",
      "the receiver responded with 302, a redirect: set its target as the address",
    ]);
  });
});

describe("postWebhook", () => {
  const send = (target: string, allowedNetworks: string[] = []) =>
    postWebhook(target, "{}", { headers: {}, allowedNetworks });
  const portOf = () => hook.port;

  it.each([
    "127.0.0.1",
    "localhost",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "0.0.0.0",
    "2130706433",
    "0x7f.1",
    "10.0.0.1",
    "169.254.169.254",
    "192.168.1.1",
    "[fe80::1]",
    "[fd00::1]",
  ])("refuses the private address %s", async (host) => {
    await expect(send(`http://${host}:${portOf()}/`)).rejects.toThrow(/is not allowed/);
    expect(received).toEqual([]);
  });

  it("reaches a private network that is allowed, and fetch would reach this machine", async () => {
    await send(hook.url, ["127.0.0.0/8"]);
    await fetch(hook.url, { method: "POST", body: "{}" });
    expect(received).toHaveLength(2);
  });

  it("rejects other schemes", async () => {
    await expect(send("file:///etc/passwd")).rejects.toThrow("must begin with https:// or http://");
  });
});
