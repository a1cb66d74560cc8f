import { ok, type Result } from "#core/result.ts";
import type { PatchType } from "#kube/ports/cluster-port.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { UserInfo } from "./client.ts";

/** One request to the API, after authentication. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Absolute, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Required for PATCH. */
  readonly patchType?: PatchType;
  readonly fieldManager?: string;
  /** The header; a client that gives no field manager is known by it. */
  readonly userAgent?: string;
  /** Strict decoding errors found in the text and lost in the parsed body: duplicate fields. */
  readonly strictErrors?: readonly string[];
  readonly user: UserInfo;
  readonly as?: "table";
}

/** Answer of the API server to a request. */
export interface ApiAnswer {
  readonly status: number;
  /** An object, a list, a Status, or for logs a string. */
  readonly body: unknown;
  readonly warnings?: readonly string[];
  /** Over HTTP, instead of the usual ones; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Body as text, for documents that are kept as such. */
  readonly text?: string;
}

/** An answer that carries a failure. */
export const refuse = (status: Status): ApiAnswer => ({ status: status.code ?? 500, body: status });

/** An answer from a result: the value with a code, or the failure with its own. */
export const answer = (result: Result<unknown, Status>, code = 200): ApiAnswer =>
  result.ok ? { status: code, body: result.value } : refuse(result.error);

/** The objects of a list with the frame of its kind. */
export const listAnswer = (
  kind: string,
  apiVersion: string,
  items: readonly KubeObject[],
  metadata: { readonly resourceVersion: string; readonly continue?: string; readonly remainingItemCount?: number },
): ApiAnswer => answer(ok({ kind: `${kind}List`, apiVersion, metadata, items }));
