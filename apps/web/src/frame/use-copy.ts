import { useToast } from "@baton/ui/primitives/toast";

/** Returns a function that copies a text and shows a message, with advice if the browser blocks it. */
export function useCopy(): (text: string) => Promise<void> {
  const showToast = useToast();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ tone: "ok", title: "Copied" });
    } catch {
      showToast({
        tone: "warn",
        title: "Not copied",
        description: "The browser blocked copying. Select the text instead.",
      });
    }
  };
}
