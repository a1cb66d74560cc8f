/** The HTTP API of a simulated cluster as one identity, for the HTTP endpoint alone: bytes in, bytes out, at an instant. Nothing in it waits. */
export interface ClusterApi {
  readonly clock: ApiClock;
  /** Answers a request, or opens the stream that it asks for. @param isKnown false: whoever asks has shown nothing */
  answer(request: ApiHttpRequest, isKnown: boolean): ApiHttpAnswer;
}

/** The time of a world, read by those who pace it. */
export interface ApiClock {
  nowMs(): number;
  /** When something happens next by itself; undefined: never. */
  nextEventAtMs(): number | undefined;
}

/** A request as it came over HTTP, without the endpoint's own prefix and credentials. */
export interface ApiHttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** What the client's clock is ahead of the world's, whole seconds in ms. */
  readonly shiftMs: number;
}

/** What goes back at once, or piece by piece. */
export type ApiHttpAnswer =
  | { readonly kind: "response"; readonly status: number; readonly headers: ApiHttpHeaders; readonly body: string | Uint8Array }
  | ApiStream
  | ApiSession;

/** By lower-case names; a list is sent as several headers. */
export type ApiHttpHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A body that grows with the world: a watch, a log. */
export interface ApiStream {
  readonly kind: "stream";
  readonly headers: ApiHttpHeaders;
  /** Virtual ms after which the server ends it; undefined: never. */
  readonly timeoutMs: number | undefined;
  /** What is new since the last call. */
  next(shiftMs: number): { readonly data: string; readonly isOver: boolean };
}

/** A connection that has left HTTP: a command in a container, or tunnels to a pod's ports. */
export interface ApiSession {
  readonly kind: "session";
  readonly facts: SessionFacts;
  take(input: SessionInput): void;
  /** What is new since the last call, in order. */
  next(): readonly SessionOutput[];
  /** The client is gone. */
  close(): void;
}

/** What was asked for. */
export interface SessionFacts {
  readonly of: "exec" | "attach" | "port-forward";
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
  /** Ports of clients that name them in advance. */
  readonly ports: readonly number[];
}

/** What the client does. Channels: 0 is the standard input; in a port-forward each connection has a number of its own. */
export type SessionInput =
  | { readonly kind: "data"; readonly channel: number; readonly bytes: Uint8Array }
  /** No more data will come. */
  | { readonly kind: "end"; readonly channel: number }
  | { readonly kind: "resize"; readonly columns: number; readonly rows: number }
  | { readonly kind: "connect"; readonly channel: number; readonly port: number };

/** What comes back. Channels: 1 and 2 are standard output and error; in a port-forward the connection's own number. */
export type SessionOutput =
  | { readonly kind: "data"; readonly channel: number; readonly bytes: Uint8Array }
  | { readonly kind: "end"; readonly channel: number }
  /** A connection that could not be made. */
  | { readonly kind: "error"; readonly channel: number; readonly message: string }
  /** The command ended. */
  | { readonly kind: "exit"; readonly code: number }
  /** The command could not be run, in the kubelet's words. */
  | { readonly kind: "failed"; readonly message: string };
