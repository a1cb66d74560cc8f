import type { ServerConfig } from "../open/config.ts";

/** Options of the gRPC server: its address, and its certificate if it has one. */
export const grpcOptionsOf = (config: ServerConfig) => {
  const tls = tlsOf(config);
  const { host, port, tlsClientCa: clientCa } = config;
  return { host, port, ...(tls && { tls: { ...tls, ...(clientCa !== undefined && { clientCa }) } }) };
};

/** Certificate and key of the server; undefined: it speaks without TLS. */
export const tlsOf = ({ tlsCertificate: certificate, tlsKey: key }: ServerConfig) =>
  certificate === undefined || key === undefined ? undefined : { certificate, key };
