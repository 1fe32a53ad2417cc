/** Name of a reason, and the next step. */
interface Reason {
  name: string;
  advice: string;
}

const REASONS: Record<string, Reason> = {
  not_json: {
    name: "Not JSON",
    advice:
      "The line is cut off, or two writers wrote at the same time. Fix the line and replay it. Make sure that the writer writes whole lines.",
  },
  not_utf8: {
    name: "Not UTF-8",
    advice:
      "The writer uses another encoding, or the line contains raw bytes. Write UTF-8, fix the line and replay it.",
  },
  not_an_event: {
    name: "Not an event",
    advice:
      "The line is JSON but not an event of this format. Move lines of other tools to their own file. Otherwise, add a type and replay the line.",
  },
  no_session: {
    name: "No session",
    advice: "The posted event has no session. Add a session_id and post it again.",
  },
  schema_error: {
    name: "Invalid fields",
    advice: "A field is missing or has the wrong type. Fix the writer and the line, then replay it.",
  },
  bad_timestamp: {
    name: "Invalid timestamp",
    advice:
      "The timestamp is unreadable, before 2000 or more than a day in the future. Fix the writer's clock or format, then replay the line.",
  },
  too_long: {
    name: "Too long",
    advice: "The limit is 8 MiB per line. Write large content to a file and refer to it.",
  },
  too_deep: {
    name: "Nested too deep",
    advice: "The limit is 200 nested levels. Flatten the event.",
  },
  too_many_values: {
    name: "Too many values",
    advice: "The limit is 120,000 values per line and 20,000 per manifest. Split the event.",
  },
  not_yaml: {
    name: "Not YAML",
    advice: "Fix the file. Baton reads it again automatically.",
  },
  internal_error: {
    name: "Internal error",
    advice: "This is a bug in Baton. Report it with the reason, and replay the line after an update.",
  },
  refused_by_database: {
    name: "Refused by the database",
    advice: "Update Baton and replay the line. If the error stays, report a bug.",
  },
};

/** Returns the name of a reason; an unknown code becomes its own name. */
export function nameReason(code: string): string {
  return REASONS[code]?.name ?? code.replaceAll("_", " ");
}

/** Returns the next step for a line quarantined for a reason. */
export function adviseOn(code: string): string {
  return REASONS[code]?.advice ?? "Fix the line and replay it.";
}
