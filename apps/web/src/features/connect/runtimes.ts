import type { Commands } from "@/frame/commands";
import { AGENT_FOLDERS } from "./agent-folders";
import { installPacked, installPython } from "./packages";

/** Names and addresses in the snippets of a runtime. */
export interface Place {
  commands: Commands;
  workspace: string;
  /** Address of this Baton. */
  server: string;
  /** Address of ingest. */
  ingest: string;
  /** True if other machines open this Baton: they have neither its files nor its database. */
  isShared: boolean;
  /** An API key with the scopes of the runtime, or its placeholder. */
  key: string;
}

interface Step {
  /** Purpose of the step. */
  text: string;
  code: string;
}

interface Runtime {
  id: string;
  label: string;
  /** Scopes of the API key that its snippets contain; absent if they contain none. */
  scopes?: readonly ("ingest" | "read")[];
  /** A page of the documentation with all options. */
  docs: string;
  steps: (place: Place) => Step[];
}

/** Runtimes that can be connected, each with its steps. */
export const RUNTIMES: readonly Runtime[] = [
  {
    id: "claude-code",
    label: "Claude Code",
    docs: "docs/hooks.md",
    steps: (place) => [
      followAgent(place, "Claude Code", "Read its transcripts, and follow them:"),
      {
        text: "To apply a policy to subagents, add Baton’s hooks to a project (in its folder):",
        code: `${place.isShared ? "baton" : place.commands.anywhere} init --claude-code`,
      },
    ],
  },
  {
    id: "codex",
    label: "Codex",
    docs: "docs/formats.md",
    steps: (place) => [followAgent(place, "Codex", "Read its sessions, and follow them:")],
  },
  {
    id: "coding-agents",
    label: "Other coding agents",
    docs: "docs/formats.md",
    steps: (place) => [
      followAgent(place, "Copilot CLI"),
      followAgent(place, "Gemini CLI"),
      followAgent(place, "OpenCode"),
      followAgent(place, "Qwen Code"),
      { text: "See what Baton reads in a folder:", code: `${place.commands.anywhere} formats PATH` },
    ],
  },
  library("openai-agents", "OpenAI Agents", {
    peers: "@openai/agents",
    code: (baton) => `import { createBaton } from "@baton/core/node";
import { withBaton } from "@baton/openai-agents";
import { run } from "@openai/agents";

const baton = await ${baton};
await run(withBaton(agent, baton), "Decide claim C-9");
await baton.stop();`,
  }),
  library("langgraph", "LangGraph", {
    peers: "@langchain/langgraph @langchain/core",
    code: (baton) => `import { createBaton } from "@baton/core/node";
import { withBaton } from "@baton/langgraph";

const baton = await ${baton};
await withBaton(graph, baton).compile().invoke({ messages: ["Decide claim C-9"] });
await baton.stop();`,
  }),
  library("ai-sdk", "AI SDK", {
    peers: "ai",
    code: (baton) => `import { withBaton } from "@baton/ai-sdk";
import { createBaton } from "@baton/core/node";

const baton = await ${baton};
const tools = withBaton({ decide }, baton, { caller: "fraud_agent", agents: { decide: "decision_agent" } });
await new ToolLoopAgent({ model, instructions, tools }).generate({ prompt: "Decide claim C-9" });
await baton.stop();`,
  }),
  library("mastra", "Mastra", {
    peers: "@mastra/core@^1.71.0",
    code: (baton) => `import { createBaton } from "@baton/core/node";
import { withBaton } from "@baton/mastra";

const baton = await ${baton};
await agent.generate("Decide claim C-9", withBaton({}, baton));
await baton.stop();`,
  }),
  {
    id: "claude-agent-sdk",
    label: "Claude Agent SDK",
    docs: "docs/adapters.md",
    steps: (place) => [
      {
        text: INSTALL,
        code: installPacked(["claude-agent-sdk"], "@anthropic-ai/claude-agent-sdk"),
      },
      {
        text: "Wrap the options of your queries:",
        code: `import { query } from "@anthropic-ai/claude-agent-sdk";
import { withBaton } from "@baton/claude-agent-sdk";

for await (const message of query({ prompt: "Decide claim C-9", options: withBaton({ agents }) })) console.log(message);`,
      },
      follow(place, "Follow what it writes, in the folder of your program:", ".claude/logs"),
    ],
  },
  {
    id: "python",
    label: "Python",
    scopes: ["ingest", "read"],
    docs: "python/README.md",
    steps: (place) => [
      { text: INSTALL, code: installPython() },
      setKey(place),
      {
        text: "Make each handoff through a session, by the live policy of this workspace:",
        code: `import os
from baton_policy import PolicyClient, Session

client = PolicyClient("${place.server}", key=os.environ["BATON_API_KEY"], saved_at="policy.json")
session = Session("sessions/run-1.jsonl", client)
scoped = session.hand_over("fraud_agent", "decision_agent", {
    "prior_outputs": {"fraud_agent": {"fraud_score": 81}}, "observations": [], "original_input": None,
})`,
      },
      bring(place, "sessions"),
    ],
  },
  {
    id: "opentelemetry",
    label: "OpenTelemetry",
    scopes: ["ingest"],
    docs: "docs/ingest-http.md",
    steps: ({ ingest, key }) => [
      {
        text: "Set these variables for a program whose spans follow a GenAI convention:",
        code: `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=${ingest}/v1/traces
OTEL_EXPORTER_OTLP_TRACES_HEADERS=Authorization=Bearer%20${key}
OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/protobuf`,
      },
    ],
  },
  {
    id: "http",
    label: "HTTP",
    scopes: ["ingest"],
    docs: "docs/ingest-http.md",
    steps: ({ ingest, key }) => [
      {
        text: "Post events, one per line, from any language:",
        code: `curl -sS ${ingest}/v1/events -H "Authorization: Bearer ${key}" -H "Content-Type: application/x-ndjson" \\
  --data-binary '{"event_type":"note","event_id":"n1","session_id":"s1","text":"hello"}'`,
      },
    ],
  },
];

const INSTALL =
  "Build the packages in a clone of Baton, because they are in no registry yet, and install them:";

/** A library of JavaScript that follows the live policy, and writes its sessions to files. */
function library(
  id: string,
  label: string,
  { peers, code }: { peers: string; code: (baton: string) => string },
): Runtime {
  return {
    id,
    label,
    scopes: ["ingest", "read"],
    docs: "docs/adapters.md",
    steps: (place) => [
      { text: INSTALL, code: installPacked(["core", id], peers) },
      setKey(place),
      {
        text: "Wrap your agents. They follow the live policy of this workspace:",
        code: code(`createBaton({ server: { url: "${place.server}", key: process.env.BATON_API_KEY } })`),
      },
      bring(place, "sessions"),
    ],
  };
}

function setKey({ key }: Place): Step {
  return { text: "Give your program the key:", code: `export BATON_API_KEY=${key}` };
}

/** Brings the session files of a program to this Baton: read from the disk, or posted from another machine. */
function bring(place: Place, folder: string): Step {
  if (!place.isShared) return follow(place, "Follow what it writes, in the folder of your program:", folder);
  return {
    text: "Post the file of a session, also while it grows. Baton counts each event once:",
    code: `curl -sS ${place.ingest}/v1/events -H "Authorization: Bearer $BATON_API_KEY" \\
  -H "Content-Type: application/x-ndjson" --data-binary @${folder}/SESSION.jsonl`,
  };
}

function follow({ commands, workspace, isShared }: Place, text: string, path: string): Step {
  const where = isShared ? `${text.replace(/:$/, "")}, on the server of this Baton:` : text;
  return { text: where, code: `${commands.anywhere} ingest ${path} --workspace ${workspace}` };
}

function followAgent(place: Place, name: keyof typeof AGENT_FOLDERS, text = `${name}:`): Step {
  return follow(place, text, `~/${AGENT_FOLDERS[name]}`);
}
