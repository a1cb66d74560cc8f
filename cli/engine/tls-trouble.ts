import { createConnection, isIP, type Socket } from "node:net";
import { connect, type SecureContext } from "node:tls";
import { CliError } from "../errors/cli-error.ts";

/** Search for what keeps both sides from agreeing about TLS. */
export interface TlsTrouble {
  /** Rejects with a CliError that says what to do; never settles when TLS is not what is wrong. */
  readonly found: Promise<never>;
  stop(): void;
}

/**
 * Knocks at a server beside the first call of a client, whose library reports such failures late and often without a reason.
 * @param server `host:port`; other forms of addresses are not looked at
 * @param context what the client trusts and shows; missing: it speaks plain text
 */
export const findTlsTrouble = (server: string, context?: SecureContext): TlsTrouble => {
  const [, host, port] = /^\[?([^/]+?)\]?:(\d+)$/.exec(server) ?? [];
  if (host === undefined) return { found: new Promise(() => undefined), stop: () => undefined };
  const address = { host, port: Number(port) };
  const { promise: found, reject } = Promise.withResolvers<never>();
  found.catch(() => undefined); // the call may have been answered first
  const stopped = new AbortController();
  const search: Search = {
    address,
    blame: (says) => reject(new CliError(`${server} ${says}`, "unavailable")),
    keep: (socket) => {
      stopped.signal.addEventListener("abort", () => socket.destroy());
      return socket;
    },
  };
  if (context === undefined) knockInPlainText(search);
  else shakeHands(search, context);
  return { found, stop: () => stopped.abort() };
};

interface Search {
  readonly address: { readonly host: string; readonly port: number };
  blame(says: string): void;
  /** Remembers a socket, which goes with the search. */
  keep<S extends Socket>(socket: S): S;
}

/** Begins HTTP/2. Who hangs up instead of answering may speak TLS, which a handshake tells. */
const knockInPlainText = (search: Search): void => {
  const socket = search.keep(createConnection(search.address, () => socket.write(HTTP2_BEGINNING)));
  let isAnswered = false;
  socket.once("data", (bytes) => {
    isAnswered = bytes[0] !== TLS_ALERT;
    socket.destroy();
  });
  let isRefused = false;
  socket.once("error", ({ code }: NodeJS.ErrnoException) => (isRefused = code !== "ECONNRESET"));
  socket.once("close", () => {
    if (!(isAnswered || isRefused)) tryTls(search);
  });
};

/** The preface, and SETTINGS without any. */
const HTTP2_BEGINNING = Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])]);

/** Type of a TLS record with an alert. */
const TLS_ALERT = 0x15;

const tryTls = ({ address, blame, keep }: Search): void => {
  const socket = keep(connect({ ...address, rejectUnauthorized: false, ALPNProtocols: ["h2"] }));
  socket.on("error", () => undefined);
  socket.once("secureConnect", () =>
    blame("speaks TLS: give --tls-ca with the authority of its certificate, or --tls-ca system for those that this machine trusts"),
  );
};

/** Shakes hands as the client does. A server that refuses the client's certificate says so after that, by an alert or by closing. */
const shakeHands = ({ address, blame, keep }: Search, context: SecureContext): void => {
  const servername = isIP(address.host) === 0 ? { servername: address.host } : {};
  const socket = keep(connect({ ...address, ...servername, secureContext: context, ALPNProtocols: ["h2"] }));
  let isSecure = false;
  socket.once("secureConnect", () => (isSecure = true));
  socket.once("data", () => socket.destroy());
  socket.once("error", (error: TlsError) => {
    const says = TROUBLES.find(({ code }) => code.test(error.code ?? ""))?.says(error);
    if (says !== undefined) blame(says);
    else if (isSecure) blame(REFUSED);
  });
  socket.once("end", () => isSecure && blame(REFUSED));
};

interface TlsError extends NodeJS.ErrnoException {
  /** Certificate whose names are others. */
  readonly cert?: { readonly subjectaltname?: string };
}

const REFUSED = "does not take this certificate of a client: give --tls-cert and --tls-key of one that its authority has signed";

const TROUBLES: readonly { readonly code: RegExp; readonly says: (error: TlsError) => string }[] = [
  { code: /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/, says: () => "speaks plain text: leave out --tls-ca, --tls-cert and --tls-key" },
  {
    code: /CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE/,
    says: () => "asks its clients for a certificate: give --tls-cert and --tls-key",
  },
  { code: /ALERT_|SSLV3_ALERT/, says: () => REFUSED },
  {
    code: /ALTNAME_INVALID/,
    says: ({ cert }) => `is not a name in its certificate: use one of ${cert?.subjectaltname || "its own"} in --server`,
  },
  { code: /CERT_HAS_EXPIRED/, says: () => "shows a certificate that has expired: renew it" },
  { code: /CERT_NOT_YET_VALID/, says: () => "shows a certificate that is not valid yet: compare the clocks" },
  {
    code: /UNABLE_TO_|SELF_SIGNED|CERT_UNTRUSTED/,
    says: () => "shows a certificate of an authority that is not trusted here: give --tls-ca with that authority",
  },
];
