/** The HTTP API of a simulated cluster as one identity, for the HTTP door alone: bytes in, bytes out, at an instant. Nothing in it waits. */
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

/** A request as it came over HTTP, without the door's own prefix and credentials. */
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
  | ApiStream;

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
