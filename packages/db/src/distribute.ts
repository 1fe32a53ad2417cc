import type { Client } from "pg";
import { z } from "zod";
import { createClient } from "./client";

/** Tables by the nodes that have their rows. */
export interface Distribution {
  /** Each row is on the node of its workspace. */
  distributed: string[];
  /** Every node has all rows. */
  copied: string[];
}

const Table = z.object({
  name: z.string(),
  owner: z.string(),
  isMine: z.boolean(),
  place: z.enum(["distributed", "copied", "coordinator"]),
  references: z.array(z.string()),
});
type Table = z.infer<typeof Table>;

/** A reason why the tables cannot be distributed, for the person who tried. */
export class DistributionError extends Error {}

/**
 * Distributes all tables of a migrated database over the nodes of Citus by their workspace. Continues after an
 * interruption; tables that are distributed already stay as they are.
 *
 * @param url `postgres://…` of the coordinator, of the owner of all tables or a superuser.
 * @returns the tables that this call distributed.
 * @throws DistributionError if the extension or the nodes are missing, or a table belongs to another role.
 */
export async function distributeTables(url: string): Promise<Distribution> {
  const client = createClient(url);
  try {
    await client.connect();
    await refuseWithoutNodes(client);
    // Baton's triggers read and change only rows of the workspace of their own row.
    await client.query("set citus.enable_unsafe_triggers = on");
    const placed = await client.query("select logicalrelid::text as name from pg_dist_partition");
    const isPlaced = new Set(placed.rows.map((row) => row.name));
    const waiting = (await planDistribution(client)).filter(({ name }) => !isPlaced.has(name));
    const foreign = waiting.find(({ isMine }) => !isMine);
    if (foreign)
      throw new DistributionError(
        `The table ${foreign.name} belongs to ${foreign.owner}: run this command with the DATABASE_URL of a superuser.`,
      );
    const result: Distribution = { distributed: [], copied: [] };
    for (const { name, place } of waiting) {
      if (place === "coordinator") continue;
      if (place === "copied") await client.query("select create_reference_table($1)", [name]);
      else await distribute(client, name);
      result[place].push(name);
    }
    return result;
  } finally {
    await client.end();
  }
}

async function distribute(client: Client, name: string): Promise<void> {
  const group = name === "workspace" ? "none" : "workspace";
  await client.query("select create_distributed_table($1, 'workspace_id', colocate_with => $2)", [
    name,
    group,
  ]);
}

async function refuseWithoutNodes(client: Client): Promise<void> {
  const extension = await client.query("select from pg_extension where extname = 'citus'");
  if (extension.rows.length === 0)
    throw new DistributionError(
      "The database has no extension citus: a superuser runs “create extension citus” on every node first.",
    );
  const workers = await client.query("select from citus_get_active_worker_nodes()");
  if (workers.rows.length === 0)
    throw new DistributionError(
      "Citus has no worker nodes: a superuser adds them on the coordinator with citus_add_node first.",
    );
}

/**
 * Lists the tables in the order in which they can be distributed, with the nodes that get their rows.
 *
 * Tables with the workspace in all their keys are distributed. Every node has a copy of those that distributed
 * tables refer to, and of those with another key. The other tables belong to the sign-in, and stay on the
 * coordinator.
 */
export async function planDistribution(client: Pick<Client, "query">): Promise<Table[]> {
  const { rows } = await client.query(`
    with owned as (
      select pg_class.oid, relname, relowner, exists (
          select from pg_attribute where attrelid = pg_class.oid and attname = 'workspace_id') as has_workspace,
        not exists (select from pg_index where indrelid = pg_class.oid and indisunique and not exists (
          select from pg_attribute
          where attrelid = indrelid and attnum = any(indkey) and attname = 'workspace_id')) as has_keys
      from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace)
    select relname as name, pg_get_userbyid(relowner) as owner, pg_has_role(relowner, 'usage') as "isMine",
      case when has_workspace and has_keys then 'distributed'
        when has_workspace or exists (
          select from pg_constraint join owned other on other.oid = conrelid
          where confrelid = owned.oid and contype = 'f' and other.has_workspace) then 'copied'
        else 'coordinator' end as place,
      array(select target.relname::text from pg_constraint join pg_class target on target.oid = confrelid
        where conrelid = owned.oid and contype = 'f' and confrelid <> conrelid) as references
    from owned order by relname <> 'workspace', relname`);
  return inOrderOfReferences(Table.array().parse(rows));
}

/** Orders tables so that each follows those that it refers to. */
function inOrderOfReferences(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  const known = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.find(
      ({ name, references }) => !known.has(name) && references.every((other) => known.has(other)),
    );
    if (!next) throw new Error("the tables refer to each other in a circle");
    known.add(next.name);
    ordered.push(next);
  }
  return ordered;
}
