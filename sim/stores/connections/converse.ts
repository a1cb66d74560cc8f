import type { AppletCall, AppletResult } from "../../shell/interpreter/applet-call.ts";

/** A client that takes lines: from a terminal, from a pipe, or from its own arguments. `S` is plain data. */
export interface Dialogue<S> {
  /** Prompt that a terminal shows before the next line. */
  prompt(state: S): string;
  /** Takes one line. */
  line(call: AppletCall, state: S, line: string): Turn<S>;
  /** Continues after a wait. */
  resume(call: AppletCall, state: S): Turn<S>;
  /** Handles the end of the input. */
  end(call: AppletCall, state: S): Turn<S>;
}

export type Turn<S> =
  | { readonly kind: "more"; readonly state: S }
  | { readonly kind: "wait"; readonly atMs: number | undefined; readonly state: S }
  | { readonly kind: "exit"; readonly status: number };

/** One turn of a client that takes lines; `start` makes its first one. */
export const converse = <S>(call: AppletCall, dialogue: Dialogue<S>, start: () => Turn<S>): AppletResult => {
  const kept = call.state as Talk<S> | undefined;
  call.proc.signals = call.proc.signals.filter((name) => name !== WAKE);
  let [buffer, isOver] = [kept?.buffer ?? "", kept?.isOver ?? false];
  let turn =
    kept === undefined ? start() : kept.isWaiting ? dialogue.resume(call, kept.talk) : ({ kind: "more", state: kept.talk } as const);
  let isPrompted = kept?.isPrompted ?? false;
  for (;;) {
    if (turn.kind === "exit") return turn.status;
    if (turn.kind === "wait") {
      const talk: Talk<S> = { talk: turn.state, buffer, isOver, isWaiting: true, isPrompted: false };
      const wait =
        turn.atMs === undefined ? ({ on: "ever" } as const) : ({ on: "time", atMs: Math.max(turn.atMs, call.machine.nowMs) } as const);
      return { wait, state: talk, signals: [WAKE] };
    }
    if (!isPrompted && !isOver && isAtTerminal(call)) call.out(dialogue.prompt(turn.state));
    isPrompted = true;
    const end = buffer.indexOf("\n");
    if (end >= 0 || (isOver && buffer !== "")) {
      const line = end < 0 ? buffer : buffer.slice(0, end);
      buffer = end < 0 ? "" : buffer.slice(end + 1);
      isPrompted = false;
      turn = dialogue.line(call, turn.state, line);
      continue;
    }
    if (isOver) {
      turn = dialogue.end(call, turn.state);
      if (turn.kind === "more") return 0;
      continue;
    }
    const taken = call.machine.read(call.proc, 0);
    if (taken === undefined) {
      const talk: Talk<S> = { talk: turn.state, buffer, isOver, isWaiting: false, isPrompted };
      return call.awaitInput(talk);
    }
    buffer += taken.bytes;
    isOver = taken.isEnd;
  }
};

/** Signal that wakes a client when its server has new output for it. */
const WAKE = "USR1";

/** True when a file descriptor is a terminal. */
export const isAtTerminal = ({ proc }: AppletCall, fd = 0): boolean => proc.fds[fd]?.kind === "terminal";

interface Talk<S> {
  readonly talk: S;
  readonly buffer: string;
  readonly isOver: boolean;
  readonly isWaiting: boolean;
  readonly isPrompted: boolean;
}
