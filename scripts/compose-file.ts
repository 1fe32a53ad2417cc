import { parse } from "yaml";
import { z } from "zod";
import { readText } from "./operating-table";

const Environment = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

const Service = z.object({
  image: z.string().optional(),
  build: z
    .object({ context: z.string(), target: z.string(), args: z.record(z.string(), z.string()).optional() })
    .optional(),
  command: z.array(z.string()).optional(),
  environment: Environment.default({}),
  restart: z.string().optional(),
  user: z.string().optional(),
  privileged: z.boolean().optional(),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  deploy: z.object({ replicas: z.number() }).optional(),
});
export type Service = z.infer<typeof Service>;

const ComposeFile = z.object({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.null()).default({}),
});
export type ComposeFile = z.infer<typeof ComposeFile>;

export function readComposeFile(text = readText("docker-compose.yml")): ComposeFile {
  return ComposeFile.parse(parse(text, { merge: true }));
}

/** A stage of a Dockerfile: an image, and its instructions. */
export interface Stage {
  name: string;
  base: string;
  /** Each instruction with its parameters; continued lines are joined. */
  instructions: { keyword: string; rest: string }[];
}

/** Parses the syntax of Baton's own Dockerfile: no here-documents, no other escape character. */
export function readStages(text = readText("Dockerfile")): Stage[] {
  const lines = text
    .replace(/^\s*#.*$/gm, "")
    .replace(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, keyword = "", rest = ""] = /^\s*([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    const [, base = "", name = ""] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(keyword === "FROM" ? rest : "") ?? [];
    if (keyword === "FROM") stages.push({ name, base, instructions: [] });
    else stages.at(-1)?.instructions.push({ keyword, rest: rest.trim() });
  }
  return stages;
}

/** Returns the parameters of the last instruction of a kind, which is the effective one. */
export function lastOf({ instructions }: Stage, keyword: string): string | undefined {
  return instructions.findLast((instruction) => instruction.keyword === keyword)?.rest;
}

/** Variables that a stage sets. */
export function environmentOf({ instructions }: Stage): Record<string, string> {
  const words = instructions
    .filter(({ keyword }) => keyword === "ENV")
    .flatMap(({ rest }) => rest.split(/\s+/));
  return Object.fromEntries(words.map((word) => [word.split("=")[0], word.slice(word.indexOf("=") + 1)]));
}
