import { z } from "zod";
import { amount } from "./amount.ts";

/** Schema of the connections that a program keeps to its store; each command holds one. */
const pool = z.strictObject({
  /** Connections, all of which are opened at the start. */
  connections: amount,
  /** Time for which a request waits for a free one before it fails, ms; missing: as long as it takes. */
  waitMs: amount.optional(),
});

/** Documents in a file beside the description: `data/geo.json`. The loader puts the documents in its place. */
const documents = z.array(z.record(z.string(), z.unknown()));

const documentStore = z.strictObject({
  /** MongoDB's protocol. */
  kind: z.literal("document"),
  /** Setting that holds `host:port`. */
  address: z.string(),
  database: z.string(),
  collection: z.string(),
  /** Missing: the program sends no credentials. */
  credentials: z.strictObject({ user: z.string(), password: z.string() }).optional(),
  /** Documents written when the collection is empty. */
  seed: documents.default([]),
  /** Behaviour while the server is away at the start: end, look again each second with a line of the log, or start without it. Missing: end. */
  atStart: z.enum(["exit", "retry", "skip"]).optional(),
  /** Missing: as many connections as there are commands. */
  pool: pool.optional(),
});

const sqlStore = z
  .strictObject({
    kind: z.literal("sql"),
    product: z.enum(["postgresql", "mysql"]),
    /** Setting that holds `host:port`. */
    address: z.string(),
    /** Settings that hold the account and the database. */
    user: z.string(),
    password: z.string(),
    database: z.string(),
    /** Table that is read and written, in a PostgreSQL with its schema: `catalog.products`. The server's own scripts make it. */
    table: z.string(),
    /** Behaviour while the server is away, or lets nobody in, at the start: end, or start without it. Missing: start. */
    atStart: z.enum(["exit", "skip"]).optional(),
    /** Missing: as many connections as there are commands. */
    pool: pool.optional(),
  })
  .refine(({ product, table }) => (product === "mysql" ? /^\w+$/ : /^\w+\.\w+$/).test(table), {
    path: ["table"],
    error: "write schema.table for a PostgreSQL, table for a MySQL",
  });

const keyValueStore = z.strictObject({
  /** A Redis or Valkey to which the program connects before it listens. */
  kind: z.literal("key-value"),
  address: z.string(),
});

/** Schema of the store that a program opens, or reads and writes. */
export const storeSchema = z.discriminatedUnion("kind", [documentStore, sqlStore, keyValueStore]);

export type StoreBehaviour = z.output<typeof storeSchema>;
export type DocumentStore = z.output<typeof documentStore>;
export type SqlStore = z.output<typeof sqlStore>;
