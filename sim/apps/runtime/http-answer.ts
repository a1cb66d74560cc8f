/** The part of an HTTP request that servers look at. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT";
  /** With the query. */
  readonly path: string;
  readonly body?: string;
}

/** Reaction of a server to an HTTP request. `reset`: it speaks another protocol. */
export type HttpAnswer =
  | { readonly kind: "answer"; readonly status: number; readonly body: string; readonly afterMs: number }
  | { readonly kind: "reset"; readonly detail: string };
