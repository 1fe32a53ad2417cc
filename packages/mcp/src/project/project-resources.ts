import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ToolError } from "../tool-error";
import type { Project } from "./project";

const PREFIX = "baton://project/";

/** Adds the handoff documents and manifests of a project as resources: `baton://project/{path}`. */
export function addProjectResources(server: McpServer, project: Project): void {
  const list = () => ({
    resources: project.listDocuments().map(({ path, kind, changedAt }) => ({
      uri: `${PREFIX}${encodeURI(path)}`,
      name: path,
      description: `${kind} of ${new Date(changedAt).toISOString().slice(0, 10)}`,
      mimeType: typeOf(path),
    })),
  });
  server.registerResource(
    "documents",
    new ResourceTemplate(`${PREFIX}{+path}`, { list }),
    { title: "Handoff documents and manifests", description: "Documents that agents of this project left." },
    async (uri) => {
      const path = decodeURI(uri.href.slice(PREFIX.length));
      // Other files of the project are not Baton's to give.
      if (!project.listDocuments().some((document) => document.path === path)) {
        throw new ToolError(`${path} is not a handoff document or manifest of this project.`);
      }
      const text = await project.redact(await project.read(path));
      return { contents: [{ uri: uri.href, mimeType: typeOf(path), text }] };
    },
  );
}

function typeOf(path: string): string {
  return path.endsWith(".json") ? "application/json" : "text/markdown";
}
