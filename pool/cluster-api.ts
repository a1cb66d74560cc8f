/**
 * HTTP API of a simulated cluster as one identity, for the HTTP endpoint alone: bytes in, bytes out, at an instant.
 * Nothing in it waits.
 */
export interface ClusterApi {
  readonly clock: ApiClock;
  /**
   * Answers a request, or opens the stream that it asks for.
   * @param isKnown false: the client showed no valid credentials
   */
  answer(request: ApiHttpRequest, isKnown: boolean): ApiHttpAnswer;
}

/** Clock of a world, for code that paces its time. */
export interface ApiClock {
  nowMs(): number;
  /** Time of the next event; undefined: there is none. */
  nextEventAtMs(): number | undefined;
}

/** A request as received over HTTP, without the endpoint's own prefix and credentials. */
export interface ApiHttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Offset of the client's clock from the world's, whole seconds in ms. */
  readonly shiftMs: number;
}

/** An answer, complete or as a stream. */
export type ApiHttpAnswer =
  | { readonly kind: "response"; readonly status: number; readonly headers: ApiHttpHeaders; readonly body: string | Uint8Array }
  | ApiStream
  | ApiSession;

/** Headers by lower-case name; a list is sent as several headers. */
export type ApiHttpHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A body that grows with the world: of a watch or a log. */
export interface ApiStream {
  readonly kind: "stream";
  readonly headers: ApiHttpHeaders;
  /** Virtual time after which the server ends it, ms; undefined: never. */
  readonly timeoutMs: number | undefined;
  /** Returns what is new since the last call. */
  next(shiftMs: number): { readonly data: string; readonly isOver: boolean };
}

/** An upgraded connection: a command in a container, or tunnels to a pod's ports. */
export interface ApiSession {
  readonly kind: "session";
  readonly facts: SessionFacts;
  take(input: SessionInput): void;
  /** Returns the output since the last call, in order. */
  next(): readonly SessionOutput[];
  /** Ends the session, after the client has disconnected. */
  close(): void;
}

/** Facts of the request for a session. */
export interface SessionFacts {
  readonly of: "exec" | "attach" | "port-forward";
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
  /** Forwarded ports, of clients that name them in advance. */
  readonly ports: readonly number[];
}

/** Input from the client. Channels: 0 is the standard input; in a port-forward each connection has a number of its own. */
export type SessionInput =
  | { readonly kind: "data"; readonly channel: number; readonly bytes: Uint8Array }
  /** The end of the channel's data. */
  | { readonly kind: "end"; readonly channel: number }
  | { readonly kind: "resize"; readonly columns: number; readonly rows: number }
  | { readonly kind: "connect"; readonly channel: number; readonly port: number };

/** Output to the client. Channels: 1 and 2 are standard output and error; in a port-forward the connection's own number. */
export type SessionOutput =
  | { readonly kind: "data"; readonly channel: number; readonly bytes: Uint8Array }
  | { readonly kind: "end"; readonly channel: number }
  /** Failure of a connection of a port-forward. */
  | { readonly kind: "error"; readonly channel: number; readonly message: string }
  /** End of the command. */
  | { readonly kind: "exit"; readonly code: number }
  /** Failure to run the command, in the kubelet's words. */
  | { readonly kind: "failed"; readonly message: string };
