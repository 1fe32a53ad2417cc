import { hasLargeBody } from "../read-body";
import { answerSent, inTurnUntilSent } from "../sent-answers";
import { Turns } from "../turns";

/** What is asked for by one key at once. */
const requests = new Turns({ atOnce: 4, waiting: 1_000 });
/** Large bodies of one key that are read, or were: until then they stay with whoever sends them. */
const largeBodies = new Turns({ atOnce: 4, waiting: 100 });
/** Large bodies of all keys. */
const judging = new Turns({ atOnce: 1, waiting: Number.POSITIVE_INFINITY, rests: true });

/**
 * Answers a program's request in a turn of its key: whoever asks for much at once waits for themselves. Large
 * bodies are judged one after the other, and after each others have as much time as it kept the process busy.
 *
 * @param keyId whose turn it is: programs that share a key share its turns.
 * @param read  gives the body. What is short is read before its turn, so that one who sends slowly has none.
 * @throws as `Turns.take`, and whatever `read` and `answer` throw.
 */
export async function inProgramTurn<Body>(
  keyId: string,
  headers: Headers,
  read: () => Promise<Body>,
  answer: (body: Body) => Promise<Response>,
): Promise<Response> {
  if (hasLargeBody(headers)) {
    return inTurnUntilSent(largeBodies, keyId, headers, async () => {
      const body = await read();
      return judging.run("", answerSent(headers), () => answer(body));
    });
  }
  const body = await read();
  return inTurnUntilSent(requests, keyId, headers, () => answer(body));
}
