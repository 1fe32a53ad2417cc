import { artifactDirectory, manifestTokens } from "@baton/core";
import { z } from "zod";
import { buildArtifact, renderManifest } from "../artifact";
import type { SampleData } from "../sample-data";
import type { SampleFile } from "../sample-file";
import { renderText } from "../template";

const AGENT = "frontend-developer";

/** A change of the claims portal. */
const Change = z.object({
  scope: z.string(),
  parts: z.tuple([z.string(), z.string()]),
  /** What went wrong in the handoff, if anything did. */
  slip: z.enum(["required file left out", "nearly too large", "too large"]).nullable(),
});
type Change = z.infer<typeof Change>;

/** Files are listed one by one up to these tokens, since the agent forgot to name only the folder. */
const LISTED_UP_TO = { "nearly too large": 880, "too large": 1_120 } as const;

const Language = z.object({ missing: z.string(), failed: z.string(), retry: z.string() });
const LANGUAGES = ["en", "de", "fr", "nl"] as const;
const Texts = z.object({
  languages: z.record(z.enum(LANGUAGES), Language),
  details: z.array(z.record(z.enum(["id", ...LANGUAGES]), z.string())),
});

/** Reads the changes, and returns a function that writes the files and the manifest of one. */
export function openPortalChanges(data: SampleData) {
  const changes = data.yaml("portal-changes/changes.yaml", z.array(Change));
  const texts = data.yaml("portal-changes/texts.yaml", Texts);

  const writeChange = ({ scope, parts, slip }: Change, at: number): SampleFile[] => {
    const timestamp = new Date(at).toISOString();
    const folder = artifactDirectory({ agent: AGENT, timestamp, scope });
    const sources = Object.fromEntries(parts.flatMap((part) => Object.entries(writePart(data, texts, part))));
    const listed = Object.keys(sources);
    const lines = Object.values(sources).reduce((sum, text) => sum + text.split("\n").length - 1, 0);
    const key_files = listed.filter((path) => path.endsWith(".tsx") && !path.includes(".test."));
    const describe = () =>
      renderManifest(data, "portal-changes/manifest.yaml", {
        scope,
        folder,
        timestamp,
        lines,
        key_files,
        listed,
      });
    let manifest = describe();
    if (slip === "nearly too large" || slip === "too large") {
      for (let number = 1; manifestTokens(manifest) < LISTED_UP_TO[slip]; number += 1) {
        listed.push(`src/portal/${parts[0]}/variant-${String(number).padStart(2, "0")}.tsx`);
        manifest = describe();
      }
    }
    const contract = renderText(data.text("portal-changes/contract.md"), { parts });
    const contents = { ...sources, ...(slip !== "required file left out" && { "contract.md": contract }) };
    return buildArtifact(manifest, contents).files.map((file) =>
      file.path.endsWith("/manifest.json") ? { ...file, isByHand: slip !== null } : file,
    );
  };
  return { changes, writeChange };
}

/** Returns the files of a part by path: the component, its tests, and its texts in four languages. */
function writePart(data: SampleData, { details, languages }: z.infer<typeof Texts>, part: string) {
  const title = toName(part);
  const template = (name: string) => data.text(`portal-changes/part/${name}`);
  const each = (name: string) =>
    details.map((detail) =>
      renderText(template(name), { ...detail, part, title, name: toName(detail.id), texts: languages.en }),
    );
  const component = renderText(template("component.tsx"), {
    part,
    title,
    rows: details.map(({ id }) => `      <${toName(id)} claim={claim} />`),
    details: each("detail.tsx"),
    lines: (texts: readonly string[]) => texts.join("\n"),
  });
  const tests = renderText(template("component.test.tsx"), { part, title, tests: each("detail.test.tsx") });
  const translations = LANGUAGES.map((language) => {
    const { retry, missing, failed } = languages[language];
    const texts = details.flatMap((detail) => [
      [`${part}.${detail.id}.label`, detail[language]],
      [`${part}.${detail.id}.missing`, `${detail[language]} ${missing}`],
      [`${part}.${detail.id}.failed`, `${detail[language]} ${failed}`],
    ]);
    return [language, Object.fromEntries([[`${part}.retry`, retry], ...texts])];
  });
  return {
    [`src/portal/${part}.tsx`]: component,
    [`src/portal/${part}.test.tsx`]: tests,
    [`src/portal/${part}.texts.json`]: `${JSON.stringify(Object.fromEntries(translations), null, 2)}\n`,
  };
}

function toName(words: string): string {
  return words.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
