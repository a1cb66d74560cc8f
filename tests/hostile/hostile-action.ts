/** Actions that ask for too much, by what they try: each is played in an episode of its own, with the waits that follow it. */
export interface HostileAction {
  readonly tries: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Waits after it, s. */
  readonly waits: readonly number[];
}

/** Makes an action of a command line. */
export const kubectl = (tries: string, command: string, ...waits: number[]): HostileAction => ({
  tries,
  tool: "kubectl",
  arguments: { command },
  waits,
});

/** Makes the command that applies a document. */
export const document = (text: string): string => `kubectl apply -f - <<'X'\n${text}\nX`;
