"use client";

import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { useTimeZone } from "@/frame/time-zone";
import { useIsMounted } from "@/frame/use-is-mounted";
import { parseAsTimeZone } from "@/search/time-zone";
import { useTRPC } from "@/trpc/client";

/** Selects the time zone of days and times in this browser. */
export function TimeZoneForm() {
  const current = useTimeZone();
  const [typed, setTyped] = useState(current);
  const listId = useId();
  const router = useRouter();
  const isMounted = useIsMounted();
  const own = isMounted ? Intl.DateTimeFormat().resolvedOptions().timeZone : null;
  const save = useMutation(
    useTRPC().preferences.setTimeZone.mutationOptions({ onSuccess: () => router.refresh() }),
  );
  const chosen = parseAsTimeZone.parse(typed);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) save.mutate({ timeZone: chosen });
      }}
    >
      <Field
        label="Time zone"
        help="Charts use this time zone."
        error={chosen === null ? "Time zone not found. Enter a name such as Europe/Rome." : undefined}
      >
        <Input
          value={typed}
          list={listId}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <datalist id={listId}>
        {isMounted &&
          ["UTC", ...Intl.supportedValuesOf("timeZone")].map((name) => <option key={name} value={name} />)}
      </datalist>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={chosen === null || chosen === current || save.isPending}>
          Save the time zone
        </Button>
        {own !== null && own !== typed && (
          <Button variant="ghost" onClick={() => setTyped(own)}>
            Use this browser’s, {own}
          </Button>
        )}
      </div>
      <p role="status" className={save.isError ? "text-danger" : "text-ok"}>
        {save.isSuccess && `Saved. Days begin at midnight in ${save.variables.timeZone}.`}
        {save.isError && `Not saved: ${save.error.message}`}
      </p>
    </form>
  );
}
