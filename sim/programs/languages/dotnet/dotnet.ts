import { grpcWords } from "../grpc/grpc-words.ts";
import { inCamelCase } from "../grpc/status.ts";
import type { Language, Target } from "../language.ts";
import { describeSocketFailure } from "../socket-error.ts";

/** Programs in .NET: the console logger with one line each, gRPC for .NET, StackExchange.Redis, Npgsql and librdkafka. */
export const DOTNET: Language = {
  line: (level, message) => () => `${LEVELS[level]}: ${message}`,
  failed: (message) =>
    message.startsWith("%3|") ? [(atMs) => message.replace("{time}", (atMs / 1000).toFixed(3))] : [() => `fail: ${message}`],
  panic: (text) => [`Unhandled exception. ${text}`, "   at Program.<Main>$(String[] args) in /usr/src/app/src/Program.cs:line 31"],
  panicExitCode: 134,
  notFound: "",
  waitsWithoutWorker: true,
  calls: grpcWords({
    write: ({ code, detail }) => `Grpc.Core.RpcException: Status(StatusCode="${inCamelCase(code)}", Detail="${detail}")`,
    dialDetail: (outcome, { host, port }) =>
      outcome.kind === "no-such-host"
        ? `Error starting gRPC call. HttpRequestException: Name or service not known (${host}:${port})`
        : outcome.kind === "refused"
          ? `Error starting gRPC call. HttpRequestException: Connection refused (${host}:${port}) SocketException: Connection refused`
          : `Error starting gRPC call. HttpRequestException: Connection timed out (${host}:${port})`,
    dropped: "Error starting gRPC call. HttpRequestException: The HTTP/2 server closed the connection.",
    deadline: "",
    noTarget: "Error starting gRPC call. UriFormatException: Invalid URI: The URI is empty.",
  }),
  keyValues: {
    describe: describeSocketFailure({
      refused: (_, { host, port }) => `${REDIS} UnableToConnect on ${host}:${port}/Interactive, Initializing/NotStarted`,
      dropped: (_, { host, port }) => `${REDIS} UnableToConnect on ${host}:${port}/Interactive, Initializing/ConnectTimeout`,
      unknown: (host) => `${REDIS} UnableToResolvePhysicalConnection on ${host}`,
      wrong: ({ host, port }) => `${REDIS} SocketClosed on ${host}:${port}/Interactive`,
      timeoutMs: 5000,
    }),
    refused: (error) =>
      error.startsWith("NOAUTH") || error.startsWith("WRONGPASS")
        ? `${REDIS} There was an authentication failure; check that passwords (or client certificates) are configured correctly: (RedisServerException) ${error}`
        : `StackExchange.Redis.RedisServerException: ${error}`,
  },
  sql: {
    describe: describeSocketFailure({
      refused: (address) =>
        `Npgsql.NpgsqlException (0x80004005): Failed to connect to ${address} ---> System.Net.Sockets.SocketException (111): Connection refused`,
      dropped: (address) =>
        `Npgsql.NpgsqlException (0x80004005): Failed to connect to ${address} ---> System.TimeoutException: Timeout during connection attempt`,
      unknown: (_, why) =>
        `System.Net.Sockets.SocketException (00000005, 0xFFFDFFFF): ${why === "unknown" ? "Name or service not known" : "Resource temporarily unavailable"}`,
      wrong: () =>
        "Npgsql.NpgsqlException (0x80004005): Exception while reading from stream ---> System.IO.EndOfStreamException: Attempted to read past the end of the stream.",
      timeoutMs: 15_000,
    }),
    signInFailure: (text, _, code = "28P01") => `Npgsql.PostgresException (0x80004005): ${code}: ${text}`,
    exhausted: ({ connections, waitMs = 0 }) =>
      `Npgsql.NpgsqlException (0x80004005): The connection pool has been exhausted, either raise 'Max Pool Size' (currently ${connections}) or 'Timeout' (currently ${waitMs / 1000} seconds) in your connection string.`,
    refusal: (text, code = "42501") => `Npgsql.PostgresException (0x80004005): ${code}: ${text}`,
  },
  messages: {
    describe: describeSocketFailure({
      refused: (address, broker) =>
        `${rdkafka(broker)}: Connect to ipv4#${address} failed: Connection refused (after 0ms in state CONNECT)`,
      dropped: (address, broker) =>
        `${rdkafka(broker)}: Connection setup timed out in state CONNECT (after 30027ms in state CONNECT) ipv4#${address}`,
      unknown: (host, why, broker) =>
        `${rdkafka({ ...broker, host })}: Failed to resolve '${host}:${broker.port}': ${why === "unknown" ? "Name or service not known" : "Temporary failure in name resolution"} (after 5ms in state CONNECT)`,
      wrong: (broker) => `${rdkafka(broker)}: Disconnected while requesting ApiVersion`,
      timeoutMs: 30_000,
    }),
  },
};

const LEVELS = { info: "info", warn: "warn", error: "fail" } as const;
const REDIS = "StackExchange.Redis.RedisConnectionException: It was not possible to connect to the redis server(s).";

/** Beginning of a line of librdkafka, which stamps it itself. */
const rdkafka = ({ host, port, node }: Target): string => {
  const broker = `${host}:${port}/${node ?? "bootstrap"}`;
  return `%3|{time}|FAIL|rdkafka#consumer-1| [thrd:${broker}]: ${broker}`;
};
