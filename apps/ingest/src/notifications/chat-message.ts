import type { ChannelKind } from "@baton/db";
import type { Delivery } from "@baton/db/write";

/** Kinds of channels that receive a message in a format of their own. */
export type ChatKind = Exclude<ChannelKind, "mail" | "webhook">;

/** A notification with its address in Baton. */
export interface Message
  extends Pick<
    Delivery,
    "workspaceId" | "notificationId" | "kind" | "subject" | "body" | "page" | "createdAt"
  > {
  link: string;
}

/** A request that delivers a message. */
export interface ChatRequest {
  url: string;
  body: object;
}

/** Addresses of PagerDuty's Events API by service region. */
export const PAGERDUTY = { us: "https://events.pagerduty.com", eu: "https://events.eu.pagerduty.com" };

/** Returns the request that sends a message over a channel, by its target. */
export function toChatRequest(
  { channel, target }: { channel: ChatKind; target: string },
  message: Message,
  pagerDuty: typeof PAGERDUTY = PAGERDUTY,
): ChatRequest {
  switch (channel) {
    case "slack":
      return { url: target, body: toSlack(message) };
    case "teams":
      return { url: target, body: toTeams(message) };
    case "discord":
      return { url: target, body: toDiscord(message) };
    case "pagerduty":
      return toPagerDuty(target, message, pagerDuty);
  }
}

/**
 * Slack's incoming webhooks (docs.slack.dev, "Sending messages using incoming webhooks"): `text` is required, and
 * shown in notifications; a text object has at most 3,000 characters. Slack reads only &, < and > as markup of
 * links and mentions ("Formatting message text").
 */
function toSlack({ subject, body, link, workspaceId }: Message): object {
  const escapeMarkup = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const section = (text: string) => ({ type: "section", text: { type: "plain_text", text, emoji: false } });
  return {
    text: shorten(escapeMarkup(subject), 3_000),
    blocks: [
      section(shorten(subject, 3_000)),
      ...(body === "" ? [] : [section(shorten(body, 3_000))]),
      {
        type: "context",
        elements: [
          { type: "mrkdwn", text: `<${escapeMarkup(link)}|Open in Baton> · ${escapeMarkup(workspaceId)}` },
        ],
      },
    ],
  };
}

/**
 * Teams' workflow "Post to a channel when a webhook request is received" (learn.microsoft.com, "Create incoming
 * webhooks with Workflows"): a message with one adaptive card, at most 28 kB. A TextBlock would read Markdown in names, a
 * RichTextBlock does not.
 */
function toTeams({ subject, body, link, workspaceId }: Message): object {
  const block = (text: string, look: object = {}) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, ...look }],
  });
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            block(shorten(subject, 1_000), { weight: "Bolder", size: "Medium" }),
            ...(body === "" ? [] : [block(shorten(body, 5_000))]),
            block(workspaceId, { isSubtle: true, size: "Small" }),
          ],
          actions: [{ type: "Action.OpenUrl", title: "Open in Baton", url: link }],
        },
      },
    ],
  };
}

const DISCORD_LIMIT = 2_000;

/**
 * Discord's "Execute Webhook" (discord.com/developers/docs/resources/webhook): `content` has at most 2,000 characters, and
 * without `allowed_mentions` a text could notify everyone.
 */
function toDiscord({ subject, body, link }: Message): object {
  const escapeMarkup = (text: string) => text.replace(/[\\*_~`|>#[\]()<@]/g, "\\$&");
  const head = `**${escapeMarkup(shorten(subject, 400))}**`;
  const foot = `<${link}>`;
  // An escaped text is at most twice as long.
  const room = Math.floor((DISCORD_LIMIT - head.length - foot.length - 2) / 2);
  const parts = [
    head,
    ...(body === "" ? [] : [escapeMarkup(shorten(body, Math.min(room, body.length)))]),
    foot,
  ];
  return { content: parts.join("\n"), allowed_mentions: { parse: [] } };
}

/** Kinds that report a problem. The others are changes, which do not page people. */
const SEVERITIES: Readonly<Record<string, "error" | "warning" | "info">> = {
  "alert.fired": "error",
  "alert.resolved": "info",
  "leak.found": "error",
  "notice.test": "info",
};

/**
 * PagerDuty's Events API v2 (developer.pagerduty.com, "Send an Alert Event" and "Send a Change Event"). Alerts, leaks and
 * tests trigger an incident, which a resolved alert resolves; the rest are change events. The summary has at most
 * 1,024 characters.
 */
function toPagerDuty(target: string, message: Message, addresses: typeof PAGERDUTY): ChatRequest {
  const { subject, body, link, workspaceId, notificationId, kind, page, createdAt } = message;
  const isEuropean = target.startsWith("eu:");
  const address = isEuropean ? addresses.eu : addresses.us;
  const severity = SEVERITIES[kind];
  const event = {
    routing_key: isEuropean ? target.slice(3) : target,
    links: [{ href: link, text: "Open in Baton" }],
  };
  const payload = {
    summary: shorten(subject, 1_024),
    source: `Baton, workspace ${workspaceId}`,
    timestamp: createdAt.toISOString(),
    custom_details: { body: shorten(body, 5_000), kind },
  };
  if (severity === undefined) return { url: `${address}/v2/change/enqueue`, body: { ...event, payload } };
  const subjectKey = kind.startsWith("alert.") ? page : String(notificationId);
  return {
    url: `${address}/v2/enqueue`,
    body: {
      ...event,
      event_action: kind === "alert.resolved" ? "resolve" : "trigger",
      // A resolved alert has the key of the alert that fired. Keys have at most 255 characters.
      dedup_key: `baton ${workspaceId} ${subjectKey}`,
      client: "Baton",
      client_url: link,
      payload: { ...payload, severity },
    },
  };
}

/** Shortens a text to a number of UTF-16 units, without half of a pair at its end. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
