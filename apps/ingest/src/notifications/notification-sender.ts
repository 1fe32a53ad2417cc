import { createHmac } from "node:crypto";
import { type Connection, type Listener, listenForNotifications } from "@baton/db";
import {
  claimDeliveries,
  type Delivery,
  type DeliveryOutcome,
  settleDelivery,
  TRIAL_NOTICE,
} from "@baton/db/write";
import { createTransport, type Transporter } from "nodemailer";
import { type ChatKind, type PAGERDUTY, toChatRequest } from "./chat-message";
import { describeFailure } from "./describe-failure";
import { postWebhook } from "./post-webhook";

/** Dependencies of the delivery. */
export interface NotificationSenderOptions {
  db: Connection["db"];
  /** SMTP server (`smtp://…`). Without it, Baton sends no mail. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Public address, for the link in a notification. */
  publicAddress: string;
  /** Private networks that webhooks may reach. */
  webhookNetworks: readonly string[];
  /** Addresses of PagerDuty; the real ones by default. */
  pagerDuty?: typeof PAGERDUTY;
  onFailure(doing: string, error: unknown): void;
}

/** Seconds until each retry of a delivery. It fails after the last one. */
export const RETRY_SECONDS: readonly number[] = [5, 30, 120, 600, 3_600, 21_600, 43_200];

const BATCH_SIZE = 10;
/** Finds notifications missed while not listening, and retries. */
const LOOK_MILLISECONDS = 5_000;

/**
 * Delivers notifications through the channels of their workspaces. Several instances can share a database.
 */
export class NotificationSender {
  readonly #options: NotificationSenderOptions;
  readonly #transport: Transporter | null;
  #timer: NodeJS.Timeout | undefined;
  #listener: Listener | null = null;
  #working: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: NotificationSenderOptions) {
    this.#options = options;
    this.#transport = options.smtpUrl === undefined ? null : createTransport(options.smtpUrl);
  }

  /** Starts to deliver waiting and new notifications. */
  start(databaseUrl: string): void {
    this.#timer = setInterval(() => this.#look(), LOOK_MILLISECONDS);
    this.#listener = listenForNotifications(databaseUrl, {
      onNotifications: () => this.#look(),
      onFailure: (error) => this.#options.onFailure("listening for notifications", error),
    });
    this.#look();
  }

  /** Resolves when the current delivery is finished. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#listener?.close();
    await this.#working;
    this.#transport?.close();
  }

  /** Delivers all due notifications. */
  async deliverDue(): Promise<void> {
    for (;;) {
      const deliveries = this.#isStopped
        ? []
        : await claimDeliveries(this.#options.db, { limit: BATCH_SIZE });
      if (deliveries.length === 0) return;
      await Promise.all(deliveries.map((delivery) => this.#deliver(delivery)));
    }
  }

  #look(): void {
    this.#working = this.#working
      .then(() => this.deliverDue())
      .catch((error) => this.#options.onFailure("delivering notifications", error));
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { db, onFailure } = this.#options;
    const begun = performance.now();
    const attempt = await this.#attempt(delivery);
    const duration = Math.round(performance.now() - begun);
    const retryAfter = attempt.error === null ? null : secondsUntilRetry(delivery);
    if (attempt.error !== null && retryAfter === null && delivery.kind !== TRIAL_NOTICE) {
      onFailure("delivering a notification failed after the last attempt", new Error(attempt.error));
    }
    await settleDelivery(db, delivery, { ...attempt, duration, retryAfter });
  }

  async #attempt(delivery: Delivery): Promise<Pick<DeliveryOutcome, "answer" | "error">> {
    try {
      const { channel } = delivery;
      if (channel === "mail") return { answer: await this.#mail(delivery), error: null };
      const { status, reason } = await (channel === "webhook"
        ? this.#post(delivery)
        : this.#chat({ ...delivery, channel }));
      if (status >= 200 && status <= 299) return { answer: String(status), error: null };
      const words = reason.replace(/[\s\p{C}]+/gu, " ").trim();
      const isRedirect = status >= 300 && status <= 399;
      const because = isRedirect ? ", a redirect: set its target as the address" : words && `: ${words}`;
      return { answer: String(status), error: `the receiver responded with ${status}${because}` };
    } catch (error) {
      return { answer: null, error: describeFailure(error) };
    }
  }

  /**
   * Sends a mail.
   * @returns the mail server's response.
   */
  async #mail({ target, subject, body, workspaceId, page }: Delivery): Promise<string> {
    if (!this.#transport) throw new Error("no mail server is configured (BATON_SMTP_URL)");
    const link = this.#linkTo(workspaceId, page);
    const text = [body, link].filter((part) => part !== "").join("\n\n");
    const sent = await this.#transport.sendMail({ from: this.#options.mailFrom, to: target, subject, text });
    return (sent.response ?? "").slice(0, 200);
  }

  /** Posts a message in the format of a chat or incident service. */
  async #chat(delivery: Delivery & { channel: ChatKind }) {
    const link = this.#linkTo(delivery.workspaceId, delivery.page);
    const { url, body } = toChatRequest(delivery, { ...delivery, link }, this.#options.pagerDuty);
    const { webhookNetworks: allowedNetworks } = this.#options;
    return postWebhook(url, JSON.stringify(body), { headers: {}, allowedNetworks, readsReason: true });
  }

  async #post(delivery: Delivery) {
    const { target, secret, notificationId, workspaceId, kind, subject, body, page, createdAt } = delivery;
    const url = this.#linkTo(workspaceId, page);
    const payload = {
      id: notificationId,
      workspace: workspaceId,
      kind,
      subject,
      body,
      url,
      created_at: createdAt,
    };
    const text = JSON.stringify(payload);
    const signature = signWebhook(text, secret ?? "", Date.now());
    const headers = { "baton-signature": signature };
    return postWebhook(target, text, { headers, allowedNetworks: this.#options.webhookNetworks });
  }

  #linkTo(workspaceId: string, page: string): string {
    const address = this.#options.publicAddress.replace(/\/+$/, "");
    return `${address}/w/${encodeURIComponent(workspaceId)}/${page}`;
  }
}

/** Returns null to stop retrying. A user who tests a channel sees the response and retries by hand. */
function secondsUntilRetry({ kind, attempt }: Delivery): number | null {
  return kind === TRIAL_NOTICE ? null : (RETRY_SECONDS[attempt - 1] ?? null);
}

/**
 * Creates the signature header of a webhook: `t={seconds since 1970},v1={hex}`. The hex is the HMAC-SHA-256
 * (RFC 2104) of `{t}.{body}` with the channel's secret.
 */
function signWebhook(body: string, secret: string, now: number): string {
  const seconds = Math.floor(now / 1_000);
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${signature}`;
}
