import { createContext } from "react";

/** Loads what the items of a conversation leave out, by the key of a text. */
export interface ConversationLoader {
  /** Null if the text is not stored any more. */
  text(key: string): Promise<{ text: string; isCut: boolean } | null>;
  /** Returns an image of the text by its number, as a URL; null if it is not stored any more. */
  image(key: string, image: number): Promise<string | null>;
}

/** The loader of the conversation around a component. */
export const Loader = createContext<ConversationLoader>({ text: async () => null, image: async () => null });
