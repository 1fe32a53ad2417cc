import type { Commands } from "@/frame/commands";
import { AGENT_FOLDERS } from "./agent-folders";

/** Names and addresses in the snippets of a runtime. */
export interface Place {
  commands: Commands;
  workspace: string;
  /** Address of this Baton. */
  server: string;
  /** Address of ingest. */
  ingest: string;
  /** An API key of the scope `ingest`, or its placeholder. */
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
  /** True if its snippets contain an API key. */
  needsKey?: boolean;
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
        code: `${place.commands.baton} init --claude-code`,
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
      { text: "See what Baton reads in a folder:", code: `${place.commands.baton} formats PATH` },
    ],
  },
  library("openai-agents", "OpenAI Agents", {
    install: "npm install @baton/core @baton/openai-agents @openai/agents",
    code: `import { createBaton } from "@baton/core/node";
import { withBaton } from "@baton/openai-agents";
import { run } from "@openai/agents";

const baton = await createBaton({ folder: "." });
await run(withBaton(agent, baton), "Decide claim C-9");
await baton.stop();`,
  }),
  library("langgraph", "LangGraph", {
    install: "npm install @baton/core @baton/langgraph @langchain/langgraph @langchain/core",
    code: `import { createBaton } from "@baton/core/node";
import { withBaton } from "@baton/langgraph";

const baton = await createBaton({ folder: "." });
await withBaton(graph, baton).compile().invoke({ messages: ["Decide claim C-9"] });
await baton.stop();`,
  }),
  library("ai-sdk", "AI SDK", {
    install: "npm install @baton/core @baton/ai-sdk ai",
    code: `import { withBaton } from "@baton/ai-sdk";
import { createBaton } from "@baton/core/node";

const baton = await createBaton({ folder: "." });
const tools = withBaton({ decide }, baton, { caller: "fraud_agent", agents: { decide: "decision_agent" } });
await new ToolLoopAgent({ model, instructions, tools }).generate({ prompt: "Decide claim C-9" });
await baton.stop();`,
  }),
  library("mastra", "Mastra", {
    install: "npm install @baton/core @baton/mastra @mastra/core",
    code: `import { createBaton } from "@baton/core/node";
import { withBaton } from "@baton/mastra";

const baton = await createBaton({ folder: "." });
await agent.generate("Decide claim C-9", withBaton({}, baton));
await baton.stop();`,
  }),
  {
    id: "claude-agent-sdk",
    label: "Claude Agent SDK",
    docs: "docs/adapters.md",
    steps: (place) => [
      {
        text: "Install the adapter:",
        code: "npm install @baton/claude-agent-sdk @anthropic-ai/claude-agent-sdk",
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
    docs: "python/README.md",
    steps: (place) => [
      { text: "Install the package:", code: "pip install dist/baton_policy-0.1.0-py3-none-any.whl" },
      {
        text: "Make each handoff through a session:",
        code: `from baton_policy import Session, load_policy

session = Session("sessions/run-1.jsonl", load_policy("governance_policies.json"))
scoped = session.hand_over("fraud_agent", "decision_agent", {
    "prior_outputs": {"fraud_agent": {"fraud_score": 81}}, "observations": [], "original_input": None,
})`,
      },
      follow(place, "Follow its sessions:", "sessions"),
    ],
  },
  {
    id: "opentelemetry",
    label: "OpenTelemetry",
    needsKey: true,
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
    needsKey: true,
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

/** A library of JavaScript whose sessions Baton follows as files. */
function library(id: string, label: string, { install, code }: { install: string; code: string }): Runtime {
  return {
    id,
    label,
    docs: "docs/adapters.md",
    steps: (place) => [
      { text: "Install the adapter:", code: install },
      { text: "Wrap your agents:", code },
      follow(place, "Follow what it writes, in the folder of your program:", "sessions"),
    ],
  };
}

function follow({ commands, workspace }: Place, text: string, path: string): Step {
  return { text, code: `${commands.baton} ingest ${path} --workspace ${workspace}` };
}

function followAgent(place: Place, name: keyof typeof AGENT_FOLDERS, text = `${name}:`): Step {
  return follow(place, text, `~/${AGENT_FOLDERS[name]}`);
}
