import type { AuditRecord } from "../audit/audit-record";
import { SessionAudit } from "./session-audit";

/** Delimiters of the data in the file, for verification. */
export const DATA_BEGIN = '<pre id="baton-session-audit">';
export const DATA_END = "</pre>";

const STYLE = `body{font:14px/20px system-ui,sans-serif;margin:32px auto;max-width:1100px;padding:0 16px;color:#14171d}h1{font-size:24px;line-height:30px;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:6px 10px;border-bottom:1px solid #e3e6eb}td:nth-child(4){overflow-wrap:anywhere}
th{color:#636a78;font-weight:500}code,pre{font:12px/18px ui-monospace,monospace}pre{white-space:pre-wrap;overflow-wrap:anywhere}
dt{color:#636a78}dl{display:grid;grid-template-columns:150px 1fr;gap:4px 12px}dd{margin:0;overflow-wrap:anywhere}
@media(max-width:640px){dl{grid-template-columns:110px 1fr}thead{display:none}tr{display:block;padding:6px 0}td{display:inline-block;padding:0 10px 0 0;border:0}td:nth-child(4){display:block}}
@media(prefers-color-scheme:dark){body{background:#0e1014;color:#eceef2}th,dt{color:#9299a7}th,td{border-color:#252a33}}`;

/**
 * Renders the audit of a session as one page of HTML without scripts or external resources, with every
 * text escaped. The page repeats all its data as JSON and derives from it alone, so that a verifier can
 * compare the two.
 *
 * @throws ZodError if the value is not a session audit.
 */
export function renderSessionAudit(audit: SessionAudit): string {
  return [...renderSessionAuditParts(audit)].join("");
}

/** Renders the same page piece by piece, at most one step each: an audit may have tens of megabytes. */
export function* renderSessionAuditParts(given: SessionAudit): Generator<string, void> {
  // In the order of the schema, so that equal data give an equal page.
  const audit = SessionAudit.parse(given);
  yield renderHead(audit);
  for (const record of audit.records) yield `${renderRecord(record)}\n`;
  yield `</tbody>
</table>
<details><summary>The data of this page</summary>
${DATA_BEGIN}`;
  for (const part of writeJson(audit, ",")) yield escapeHtml(escapeInvisible(part));
  yield `${DATA_END}
</details>
</body>
</html>
`;
}

/** Writes the audit of a session as JSON, a step to a line, piece by piece. */
export function* writeSessionAuditParts(audit: SessionAudit): Generator<string, void> {
  yield* writeJson(audit, ",\n");
  yield "\n";
}

function* writeJson({ records, head, log_row, ...rest }: SessionAudit, separator: string): Generator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"records":[`;
  for (const [index, record] of records.entries())
    yield (index === 0 ? "" : separator) + JSON.stringify(record);
  yield `],${JSON.stringify({ head, log_row }).slice(1)}`;
}

function renderHead({ session_id, title, workspace_id, records, head, log_row }: SessionAudit): string {
  const name = title ?? session_id;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Audit of ${escapeHtml(name)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Audit of ${isolate(name)}</h1>
<dl>
<dt>Session</dt><dd><code>${isolate(session_id)}</code></dd>
<dt>Workspace</dt><dd><code>${isolate(workspace_id)}</code></dd>
<dt>Exported</dt><dd>${isolate(log_row.occurred_at)} by ${isolate(log_row.actor_name)}, row ${log_row.sequence} of the audit log</dd>
<dt>Steps</dt><dd>${records.length}</dd>
<dt>Hash of the last</dt><dd><code>${escapeHtml(head)}</code></dd>
</dl>
<p>Each step holds the hash of the one before it. To verify this file: <code>baton verify-export FILE</code></p>
<table>
<thead><tr><th>No.</th><th>Time (UTC)</th><th>What</th><th>Of</th><th>Hash</th></tr></thead>
<tbody>
`;
}

function renderRecord({ sequence, occurred_at, action, subject, details, hash }: AuditRecord): string {
  return `<tr><td>${sequence}</td><td>${escapeHtml(occurred_at)}</td><td>${escapeHtml(action.replace("session.", ""))}</td><td>${isolate(subject)}<details><summary>details</summary><pre>${escapeHtml(indent(details))}</pre></details></td><td><code title="${escapeHtml(hash)}">${escapeHtml(hash.slice(0, 12))}</code></td></tr>`;
}

function indent(json: string): string {
  try {
    return escapeInvisible(JSON.stringify(JSON.parse(json), null, 2));
  } catch {
    return json;
  }
}

/** Isolates a text, so that it cannot change the direction of its surroundings. */
function isolate(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`;
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** Escapes invisible characters as JSON allows. */
function escapeInvisible(json: string): string {
  return json.replace(INVISIBLE, (sign) => {
    if (sign === "\n") return sign;
    return [...Array(sign.length).keys()]
      .map((index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join("");
  });
}

const SIGNS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for HTML; invisible characters appear as their code. */
function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
    .replace(INVISIBLE, (sign) =>
      sign === "\n" ? sign : `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
    );
}

const BY_ENTITY = new Map(Object.entries(SIGNS).map(([sign, entity]) => [entity, sign]));

/** Reverses `escapeHtml` for visible text. */
export function unescapeHtml(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => BY_ENTITY.get(entity) ?? entity);
}
