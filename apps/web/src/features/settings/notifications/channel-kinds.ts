import type { ChannelKind } from "@baton/db";

/** Words about a kind of channel. */
export interface ChannelWords {
  label: string;
  /** Label, help and example of its target. */
  target: string;
  help: string;
  placeholder: string;
}

/** Kinds of channels, in the order of the choice. */
export const CHANNEL_WORDS: Readonly<Record<ChannelKind, ChannelWords>> = {
  slack: {
    label: "Slack",
    target: "Webhook URL",
    help: "In Slack: your app → Incoming Webhooks → Add New Webhook to Workspace.",
    placeholder: "https://hooks.slack.com/services/…",
  },
  teams: {
    label: "Microsoft Teams",
    target: "Workflow URL",
    help: "In Teams: the channel → Workflows → “Post to a channel when a webhook request is received”.",
    placeholder: "https://….logic.azure.com/workflows/…",
  },
  discord: {
    label: "Discord",
    target: "Webhook URL",
    help: "In Discord: the channel → Integrations → Webhooks.",
    placeholder: "https://discord.com/api/webhooks/…",
  },
  pagerduty: {
    label: "PagerDuty",
    target: "Integration key",
    help: "In PagerDuty: the service → Integrations → Events API V2. In the European region, write eu: before the key. Alerts, leaks and tests trigger incidents; the rest are change events.",
    placeholder: "32 letters and digits",
  },
  webhook: {
    label: "Webhook",
    target: "Webhook URL",
    help: "Baton posts signed JSON to this URL. Private networks are blocked.",
    placeholder: "https://hooks.example.com/…",
  },
  mail: {
    label: "Mail",
    target: "Email address",
    help: "Plain text with a link to the item.",
    placeholder: "team@example.com",
  },
};

/** Returns true if a name is a kind of channel. */
export function isChannelKind(name: string): name is ChannelKind {
  return Object.hasOwn(CHANNEL_WORDS, name);
}
