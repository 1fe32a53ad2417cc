"use client";

import { Button, type ButtonProps } from "@baton/ui/primitives/button";
import { Pause, Play } from "lucide-react";
import { useLive } from "@/frame/live-rows";

/** Pauses or resumes live updates of the page. */
export function LiveButton(props: Pick<ButtonProps, "variant" | "size">) {
  const { isPaused, hasNews, pause, play } = useLive();
  const Icon = isPaused ? Play : Pause;
  return (
    <Button {...props} onClick={isPaused ? play : pause}>
      <Icon className="size-3.5" aria-hidden />
      {isPaused ? "Play" : "Pause"}
      {isPaused && hasNews && <span className="sr-only">, new events available</span>}
    </Button>
  );
}
