import { env } from "./env";
import { notePeers } from "./server/client-address";
import { noteAnswers } from "./server/sent-answers";
import { refuseWhatPagesAreSent } from "./server/sent-to-pages";

/** Next calls this once, before the first request: a server with wrong settings does not start. */
export function register(): void {
  env();
  notePeers();
  noteAnswers();
  refuseWhatPagesAreSent();
}
