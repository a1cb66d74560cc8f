import type { Target, Unconnected } from "../language.ts";

/** Error of a call, or of a connection, that took longer than the socket's timeout. */
export const TIMED_OUT = "THRIFT_EAGAIN (timed out)";

/** Error of a call whose server closed the connection, or does not speak framed Thrift. */
export const CUT_OFF = "No more data to read.";

/** Error of Thrift's socket for a connection that failed. */
export const describeDialFailure = (outcome: Unconnected, { host, port }: Target): string => {
  const place = `<Host: ${host} Port: ${port}>`;
  if (outcome.kind === "refused") return `TSocket::open() connect() ${place}: Connection refused`;
  if (outcome.kind === "dropped") return TIMED_OUT;
  return `TSocket::open() getaddrinfo() ${place}${lookupError(outcome.why)}`;
};

/** Error of glibc's resolver. */
export const lookupError = (why: Extract<Unconnected, { kind: "no-such-host" }>["why"]): string =>
  why === undefined || why === "nxdomain" ? "Name or service not known" : "Temporary failure in name resolution";

/** Host in an error of Thrift's socket; undefined for other errors. */
export const hostOfSocketError = (text: string): string | undefined => /TSocket::open\(\) .*?<Host: (\S+) Port/.exec(text)?.[1];

/** The exception that a handler throws to its own caller: connections are named by the service alone. */
export const passUp = (text: string): string => {
  const host = hostOfSocketError(text);
  return host === undefined ? text : `Failed to connect to ${host}`;
};
