/** `host:port` in its parts. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Splits `host:port`, with or without a scheme before and a path behind; the port is 0 where it is no number. */
export const parseAddress = (text: string, defaultPort: number): Address => {
  const [host = "", port] = text.replace(SCHEME, "").replace(PATH, "").split(":");
  return { host, port: port === undefined ? defaultPort : Number.parseInt(port, 10) || 0 };
};

const SCHEME = /^\w+:\/\//;
const PATH = /\/.*$/;
