import type { Process } from "../../processes/process.ts";

/** All that runs in one container besides what its image's own programs do: plain data, so that a fork shares it. */
export interface ContainerOs {
  readonly processes: Readonly<Record<number, Proc>>;
  readonly pipes: Readonly<Record<number, Pipe>>;
  readonly openFiles: Readonly<Record<number, OpenFile>>;
  readonly sessions: Readonly<Record<string, Session>>;
  readonly lastPid: number;
  /** Number of the container's own process; 0: there is none yet. */
  readonly mainPid: number;
  readonly lastId: number;
  /** What the container's own processes wrote after their last line break. */
  readonly partial: { readonly stdout: string; readonly stderr: string };
}

/** One process of a container. */
export interface Proc {
  readonly pid: number;
  ppid: number;
  /** As `ps` shows it. */
  argv: readonly string[];
  /** Shown in braces before the arguments of an applet that the shell runs in a copy of itself. */
  comm?: string;
  program: Program;
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** Bits that files and folders which it makes do not get; missing: 022. */
  umask?: number;
  fds: Readonly<Record<number, Descriptor>>;
  wait: Wait | undefined;
  /** Signals that came and were not looked at yet. */
  signals: readonly string[];
  /** Signals that it inherited as ignored. */
  ignored?: readonly string[];
  /** Set once it has ended and nobody has asked for its status yet. */
  exit: number | undefined;
  /** The signal that ended it. */
  killedBy?: string;
  /** The session that it belongs to; missing: the container's own. */
  session?: string;
  readonly startedAtMs: number;
  /** Sockets that it listens on. */
  sockets?: Process["ports"];
  /** Heap in MiB beyond what its program holds anyway. */
  heapMiB?: number;
}

export type Program =
  | { readonly kind: "shell"; readonly shell: ShellState }
  | {
      readonly kind: "applet";
      readonly name: string;
      readonly args: readonly string[];
      readonly state: unknown;
      readonly signals?: readonly string[];
    }
  /** The image's own program, which is simulated elsewhere. */
  | { readonly kind: "native" };

/** Where a descriptor leads. */
export type Descriptor =
  | { readonly kind: "pipe"; readonly id: number; readonly end: "read" | "write" }
  | { readonly kind: "file"; readonly id: number }
  | { readonly kind: "null" | "zero" | "random" | "full" }
  | { readonly kind: "log"; readonly stream: "stdout" | "stderr" }
  | { readonly kind: "session"; readonly id: string; readonly stream: "stdout" | "stderr" }
  | { readonly kind: "terminal"; readonly id: string };

export interface Pipe {
  readonly data: string;
  /** Somebody outside the container may still write. */
  readonly isFed: boolean;
}

export interface OpenFile {
  readonly path: string;
  readonly offset: number;
  readonly appends: boolean;
}

/** Somebody who looks on from outside: `kubectl exec` and `kubectl attach`. */
export interface Session {
  readonly pid: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The pipe that feeds its standard input; missing: it has none. */
  readonly stdin?: number;
  readonly terminal?: Terminal;
  readonly exit?: number;
  /** True: it gets what the container itself writes. */
  readonly isOnlooker?: boolean;
}

/** A terminal between a session and its processes. */
export interface Terminal {
  readonly rows: number;
  readonly columns: number;
  /** The line that is being typed. */
  readonly line: string;
  /** The shell in front, which is told of interrupts itself. */
  readonly ended: boolean;
}

/** What a process waits for; `atMs`: no longer than that. */
export interface Wait {
  readonly on: "time" | "child" | "input" | "room" | "ever" | "network";
  /** The child (missing: any) or the descriptor. */
  readonly number?: number;
  readonly atMs?: number;
  /** A signal with a trap ends it. */
  readonly isInterruptible?: boolean;
  /** A child that ends meanwhile is kept until it is asked for its status. */
  readonly keepsChild?: boolean;
}

/** Where a shell is in its script. */
export interface ShellState {
  /** The text of the script: its steps are looked up by it. */
  code: string;
  at: number;
  status: number;
  /** How its messages begin. */
  name: string;
  variables: Readonly<Record<string, Variable>>;
  functions: Readonly<Record<string, { readonly code: string; readonly at: number }>>;
  parameters: readonly string[];
  frames: readonly Frame[];
  loops: readonly Loop[];
  /** Descriptors as they were before redirects that are in force. */
  saved: readonly Readonly<Record<number, Descriptor>>[];
  options: string;
  traps: Readonly<Record<string, string>>;
  aliases: Readonly<Record<string, string>>;
  lastBackground: number | undefined;
  jobs: readonly Job[];
  /** Outputs of the substitutions of the present step, in their order. */
  substituted: readonly string[];
  /** The substitution that runs. */
  capture: { readonly pid: number; readonly pipe: number; readonly text: string } | undefined;
  substitutionStatus: number | undefined;
  /** What waits for a child: its status becomes the shell's, and the shell goes on at `to`. */
  child: { readonly pids: readonly number[]; readonly last: number; readonly to: number; readonly isTested?: boolean } | undefined;
  /** State of a builtin that waits. */
  builtin: unknown;
  /** Reads commands from its standard input when the code is done; `prompt`: and asks for them. */
  source: "text" | "file" | "input" | "prompt";
  /** Lines of a command that is not complete. */
  pending: string;
  /** A copy that runs a part of a script: traps are not its own. */
  isSubshell: boolean;
  isExiting: boolean;
}

export interface Variable {
  readonly value: string | undefined;
  readonly isExported?: boolean;
  readonly isReadonly?: boolean;
}

/** Where to go back to. */
export interface Frame {
  readonly kind: "function" | "eval" | "source" | "trap";
  readonly code: string;
  readonly at: number;
  readonly loops: readonly Loop[];
  readonly savedDepth: number;
  readonly parameters?: readonly string[];
  /** Variables as they were before `local`. */
  readonly locals?: Readonly<Record<string, Variable | undefined>>;
  /** It was called where a failure is looked at: `set -e` lets everything in it pass. */
  readonly isTested?: boolean;
  /** The status that a trap must not change. */
  readonly status?: number;
}

export interface Loop {
  readonly breakTo: number;
  readonly continueTo: number;
  readonly savedDepth: number;
  /** Of the last round of its body; missing: there was none. */
  readonly status?: number;
  /** What is left of a `for`. */
  readonly items?: readonly string[];
}

export interface Job {
  readonly number: number;
  readonly pid: number;
  readonly text: string;
  /** The shell has seen its end while it waited for something else, and says nothing of it any more. */
  readonly isKnownToHaveEnded?: boolean;
}
