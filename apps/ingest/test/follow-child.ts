import { connect } from "@baton/db";
import { Follower } from "../src/follow/follower";
import { createContext } from "../src/pipeline/create-context";

/** Follows all sources of a database in small batches, until it is killed: `follow-child.ts URL`. */
const [, , url = ""] = process.argv;
const { db } = connect(url, { max: 4 });
const follower = new Follower(createContext({ db, storesContent: true, batchBytes: 4_000 }), {
  onBatch: () => process.stdout.write("."),
  onFailure: (doing, error) => process.stderr.write(`${doing}: ${String(error)}\n`),
});
follower.start();
