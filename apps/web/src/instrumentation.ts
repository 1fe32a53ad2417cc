import { env, isDevelopment } from "./env";
import { boundAllHeaders } from "./server/bounded-headers";
import { notePeers } from "./server/client-address";
import { admitPages } from "./server/page-entrance";
import { noteAnswers } from "./server/sent-answers";
import { refuseWhatPagesAreSent } from "./server/sent-to-pages";
import { takeRequestsInOrder } from "./server/take-in-order";

/** Next calls this once, before the first request: a server with wrong settings does not start. */
export function register(): void {
  env();
  // The tools of `next dev` send what they tell it to addresses of their own, which
  // are none of ours, and hear by a WebSocket.
  if (!isDevelopment) {
    takeRequestsInOrder(admitPages);
    refuseWhatPagesAreSent();
  }
  notePeers();
  boundAllHeaders();
  noteAnswers();
}
