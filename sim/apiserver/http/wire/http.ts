import type { World } from "../../../kernel/world.ts";
import type { UserInfo } from "../client.ts";

/** One request as it came over HTTP, after authentication. */
export interface HttpRequest {
  /** As on the wire: `GET`, `OPTIONS`, …. */
  readonly method: string;
  /** Without prefix and query, still percent-encoded. */
  readonly path: string;
  /** Raw, without the question mark. */
  readonly query: string;
  /** By lower-case names; repeated ones are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Authenticated user; undefined: a 401. */
  readonly user: UserInfo | undefined;
  /**
   * Time by which the client's clock is ahead of the world's, whole seconds in ms; missing: 0. Times in answers are moved forward by it and
   * times that the client sends are moved back; nothing moved is stored.
   */
  readonly shiftMs?: number;
}

/** Answer in HTTP. Streams are stateful over plain data: the same world gives the same frames. */
export type HttpAnswer =
  | { readonly kind: "response"; readonly status: number; readonly headers: HttpHeaders; readonly body: string | Uint8Array }
  | WatchAnswer
  | LogAnswer
  | { readonly kind: "upgrade"; readonly stream: StreamRequest };

/** Names in lower case; several values of one name stand in a list. */
export type HttpHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A watch: status 200, and lines of JSON until it is over. */
export interface WatchAnswer {
  readonly kind: "watch";
  readonly headers: HttpHeaders;
  /** Virtual ms after which the server ends it; undefined: never. */
  readonly timeoutMs: number | undefined;
  /** Returns events since the last call, framed as JSON lines; bookmarks and a closing ERROR included. @param shiftMs as of this moment */
  next(world: World, shiftMs?: number): { readonly frames: string; readonly isOver: boolean };
}

/** The log of a container as it grows. */
export interface LogAnswer {
  readonly kind: "log";
  readonly headers: HttpHeaders;
  next(world: World, shiftMs?: number): { readonly text: string; readonly isOver: boolean };
}

/** Upgraded connection; its target is authorised and checked. */
export type StreamRequest =
  | {
      readonly kind: "exec" | "attach";
      readonly namespace: string;
      readonly pod: string;
      readonly container: string | undefined;
      /** Empty for attach. */
      readonly command: readonly string[];
      readonly stdin: boolean;
      readonly stdout: boolean;
      readonly stderr: boolean;
      readonly tty: boolean;
    }
  | {
      readonly kind: "port-forward";
      readonly namespace: string;
      readonly pod: string;
      /** As asked for in the query of older clients; empty: each stream names its own. */
      readonly ports: readonly number[];
    };
