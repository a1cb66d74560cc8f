import type { CliOption } from "../command.ts";
import type { ServerAccess } from "../engine/open-client.ts";

/** Server that a command plays on, and the access to it. */
export interface ServerOptions extends Omit<ServerAccess, "token"> {
  readonly server?: string;
}

/** Options of access to a server, for commands that always need one. */
export const ACCESS_OPTIONS: readonly CliOption[] = [
  {
    flags: "--token-file <file>",
    description: "token for that server (default: what a server of yours on this machine has written)",
    env: "KUBEDRILL_TOKEN_FILE",
  },
  {
    flags: "--tls-ca <file>",
    description: "speak TLS, and trust these authorities (PEM); system: those of this machine",
    env: "KUBEDRILL_TLS_CA",
  },
  {
    flags: "--tls-cert <file>",
    description: "speak TLS, and show this certificate (PEM) to a server that asks for one",
    env: "KUBEDRILL_TLS_CERT",
  },
  { flags: "--tls-key <file>", description: "key of that certificate (PEM)", env: "KUBEDRILL_TLS_KEY" },
];

/** The choice of a server, for commands that play in this process without one. */
export const SERVER_OPTIONS: readonly CliOption[] = [
  { flags: "--server <host:port>", description: "play on this server instead of in this process" },
  ...ACCESS_OPTIONS,
];
