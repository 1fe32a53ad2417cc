import {
  artifactDirectory,
  countTokens,
  type HandoffManifest,
  manifestTokens,
  withContextBudget,
} from "@baton/core";
import type { SampleFile } from "../sample-file";
import { writePart } from "./portal-part";

const AGENT = "frontend-developer";

/** A change of the claims portal, and what went wrong when it was handed over; null where nothing did. */
export interface PortalChange {
  scope: string;
  parts: readonly [string, ...string[]];
  slip: "required file left out" | "nearly too large" | "too large" | null;
}

export const PORTAL_CHANGES: readonly PortalChange[] = [
  { scope: "Portal: upload of several photos", parts: ["photo-picker", "upload-queue"], slip: null },
  { scope: "Portal: status of a claim", parts: ["claim-timeline", "status-badge"], slip: null },
  {
    scope: "Portal: choice of a repair shop",
    parts: ["shop-search", "shop-map"],
    slip: "required file left out",
  },
  { scope: "Portal: notes to the adjuster", parts: ["note-editor", "note-list"], slip: null },
  { scope: "Portal: new design of all forms", parts: ["form-field", "form-layout"], slip: "too large" },
  {
    scope: "Portal: forms in four languages",
    parts: ["language-switch", "form-texts"],
    slip: "nearly too large",
  },
];

/** Tokens up to which files are listed one by one, where the agent forgot to name the folder alone. */
const LISTED_UP_TO = { "nearly too large": 880, "too large": 1_120 } as const;

/** One run: its files and the manifest, with its slip. */
export function portalChange({ scope, parts, slip }: PortalChange, at: number): SampleFile[] {
  const timestamp = new Date(at).toISOString();
  const folder = artifactDirectory({ agent: AGENT, timestamp, scope });
  const sources = Object.fromEntries(parts.flatMap((part) => Object.entries(writePart(part))));
  const contract = `# What the service has to answer\n\n${parts.map((part) => `- \`GET /portal/${part}\` gives what the part shows, within 300 ms.`).join("\n")}\n`;
  const listed = Object.keys(sources);
  let manifest = describe(scope, folder, timestamp, sources, listed);
  if (slip === "nearly too large" || slip === "too large") {
    for (let number = 1; manifestTokens(manifest) < LISTED_UP_TO[slip]; number += 1) {
      listed.push(`src/portal/${parts[0]}/variant-${String(number).padStart(2, "0")}.tsx`);
      manifest = describe(scope, folder, timestamp, sources, listed);
    }
  }
  const isLeftOut = slip === "required file left out";
  const complete = withContextBudget(manifest, isLeftOut ? 0 : countTokens(contract));
  return [
    ...Object.entries(sources).map(([path, content]) => ({ path: `${folder}${path}`, content })),
    ...(isLeftOut ? [] : [{ path: `${folder}contract.md`, content: contract }]),
    {
      path: `${folder}manifest.json`,
      content: `${JSON.stringify(complete, null, 2)}\n`,
      isByHand: slip !== null,
    },
  ];
}

function describe(
  scope: string,
  folder: string,
  timestamp: string,
  sources: Readonly<Record<string, string>>,
  listed: readonly string[],
): HandoffManifest {
  return {
    from_agent: AGENT,
    to_agents: ["backend-architect"],
    artifact_type: "implementation",
    timestamp,
    scope,
    summary: {
      files_created: listed.length,
      total_lines: Object.values(sources).reduce((sum, text) => sum + text.split("\n").length - 1, 0),
      languages: ["TypeScript"],
      key_files: Object.keys(sources).filter((path) => path.endsWith(".tsx") && !path.includes(".test.")),
    },
    key_decisions: [
      {
        decision: "State in the address, not in the page",
        rationale: "A customer who comes back from an email stands where the email meant",
      },
    ],
    files_created: [...listed],
    dependencies_satisfied: ["systems-architect: a claim is readable within 300 ms"],
    required_reading: [{ file: "contract.md", description: "What the service has to answer" }],
    optional_context: [],
    artifacts_directory: folder,
    detail_files: ["src/portal/*"],
  };
}
