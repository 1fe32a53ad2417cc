import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { MANIFEST_FINDING_CODES, type ManifestFindingCode, manifestFinding } from "./manifest-finding";

const FINDINGS_PAGE = new URL("../../../../docs/findings.md", import.meta.url);

it("every manifest code is in docs/findings.md once, with its severity", async () => {
  const page = await readFile(FINDINGS_PAGE, "utf8");
  const [, section = ""] = page.split("### Validation (`validateManifest`");
  const [table = ""] = section.split("\n#");
  const rows = [...table.matchAll(/^\| `(\w+)` \| ([\w ]+) \| \S/gm)].map(
    ([, code, severity]) => `${code}: ${severity}`,
  );
  const codes = MANIFEST_FINDING_CODES.map((code) => `${code}: ${severityOf(code)}`);
  expect(rows).toEqual(codes);
});

function severityOf(code: ManifestFindingCode): string {
  return code === "detail_file_missing" ? "error or warning" : manifestFinding(code, [], "").severity;
}
