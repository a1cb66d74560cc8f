/** A client of a SQL server with a password, which does not stay. */
export interface SqlClient {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ip: string;
  /** True for a program that has connections already, and is not asked for its password again; missing: it wants one. */
  readonly isConnected?: boolean;
  /** True where it matters alone who it is, not whether the server has a place for it; missing: both matter. */
  readonly isPlaced?: boolean;
}

/** A right on a table that a statement needs; the table with its schema where the product has schemas. */
export interface WantedRight {
  readonly right: "SELECT" | "INSERT";
  readonly table: string;
}

/** Refusal of a client, or of its statement, in the server's words. */
export interface SqlRefusal {
  readonly at: "sign-in" | "statement";
  readonly text: string;
  /** The server's number of the error, where that says more than the text. */
  readonly code?: string;
  /** Time after which the client has it, ms; missing: at once. */
  readonly afterMs?: number;
}
