import { toMicroTimestamp } from "#core/timestamp.ts";
import { httpWords } from "../http-words.ts";
import type { Language, LogLine, Target } from "../language.ts";
import { describeSocketFailure } from "../socket-error.ts";
import { JAVA } from "./java.ts";

const ACCESS = "org.springframework.web.client.ResourceAccessException: I/O error on request";
const CUT_OFF = "Unexpected end of file from server";

/** Body of an answer with the status 500, as Spring's error page writes it. */
export const springBody = (text: string): string =>
  text.startsWith("{") ? text : JSON.stringify({ status: 500, error: "Internal Server Error", message: text });

/** Programs on Spring Boot: Logback's lines, RestTemplate, JPA over Hikari and MySQL's driver, Spring AMQP, and gRPC for flags. */
export const SPRING: Language = {
  line: (level, message) => springLine(level, "main", message),
  failed: (message) => {
    const cause = message.split(NESTED).at(-1) ?? message;
    const thread = (atMs: number) => `nio-exec-${1 + (Math.floor(atMs) % 10)}`;
    return [
      (atMs) => springLine("error", thread(atMs), `${SERVLET} [Request processing failed${NESTED}${message}] with root cause`)(atMs),
      () => "",
      () => cause,
      ...FRAMES.map(
        (frame): LogLine =>
          () =>
            frame,
      ),
    ];
  },
  panic: (text) => [
    "org.springframework.context.ApplicationContextException: Unable to start web server",
    "\tat org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext.onRefresh(ServletWebServerApplicationContext.java:163)",
    "\tat org.springframework.boot.SpringApplication.run(SpringApplication.java:317)",
    `Caused by: ${text}`,
    "\t... 37 common frames omitted",
  ],
  panicExitCode: 1,
  notFound: '{"status":404,"error":"Not Found","message":"No message available"}\n',
  calls: JAVA.calls,
  http: httpWords({
    refused: (_, target) => inputOutput(target, "Connection refused (Connection refused)", "java.net.ConnectException"),
    dropped: (_, target) => inputOutput(target, "connect timed out", "java.net.SocketTimeoutException"),
    unknown: (host, why) =>
      inputOutput(
        { host, port: 80 },
        why === "unknown" ? host : `${host}: Temporary failure in name resolution`,
        "java.net.UnknownHostException",
      ),
    wrong: (target) => inputOutput(target, CUT_OFF, "java.net.SocketException"),
    timeoutMs: 30_000,
    deadline: `${ACCESS}: Read timed out; nested exception is java.net.SocketTimeoutException: Read timed out`,
    cutOff: `${ACCESS}: ${CUT_OFF}; nested exception is java.net.SocketException: ${CUT_OFF}`,
    noAddress: "java.lang.IllegalArgumentException: URI is not absolute",
    answered: (text) => `org.springframework.web.client.HttpServerErrorException$InternalServerError: 500 : [${springBody(text)}]`,
    passUp: springBody,
  }),
  mysql: {
    describe: (outcome, target) => ({ ...describeLink(outcome, target), afterMs: POOL_PATIENCE_MS }),
    signInFailure: (text, _, code) =>
      code === "1040"
        ? `${NO_CONNECTION}${NESTED}java.sql.SQLNonTransientConnectionException: Data source rejected establishment of connection,  message from server: "${text}"`
        : `${NO_CONNECTION}${NESTED}java.sql.SQLException: ${text}`,
    refusal: (text, code) =>
      code === undefined
        ? `org.springframework.dao.InvalidDataAccessResourceUsageException: could not extract ResultSet${NESTED}java.sql.SQLSyntaxErrorException: ${text}`
        : `org.springframework.orm.jpa.JpaSystemException: could not execute statement${NESTED}org.hibernate.exception.GenericJDBCException: could not execute statement${NESTED}java.sql.SQLException: ${text}`,
    exhausted: () => NO_CONNECTION,
  },
  amqp: {
    describe: describeSocketFailure({
      refused: () => `${AMQP}Connect${REFUSED}`,
      dropped: () => `${AMQP}ConnectException: java.net.SocketTimeoutException: connect timed out`,
      unknown: (host, why) =>
        `${AMQP}IOException: java.net.UnknownHostException: ${host}${why === "unknown" ? "" : ": Temporary failure in name resolution"}`,
      wrong: () => `${AMQP}IOException: java.io.IOException: unexpected end of stream`,
      timeoutMs: 60_000,
    }),
  },
};

const NESTED = "; nested exception is ";
const AMQP = "org.springframework.amqp.Amqp";
const REFUSED = "Exception: java.net.ConnectException: Connection refused (Connection refused)";

const LEVELS = { info: " INFO", warn: " WARN", error: "ERROR" } as const;

const springLine =
  (level: keyof typeof LEVELS, thread: string, message: string): LogLine =>
  (atMs) =>
    `${toMicroTimestamp(atMs).slice(0, 23).replace("T", " ")} ${LEVELS[level]} 1 --- [${thread.padStart(15)}] ${message}`;

const SERVLET =
  "o.a.c.c.C.[.[.[/].[dispatcherServlet]    : Servlet.service() for servlet [dispatcherServlet] in context with path [] threw exception";

/** Frames below whatever failed, as far as the log keeps them. */
const FRAMES = [
  "\tat org.springframework.web.method.support.InvocableHandlerMethod.doInvoke(InvocableHandlerMethod.java:190)",
  "\tat org.springframework.web.servlet.DispatcherServlet.doDispatch(DispatcherServlet.java:1040)",
  "\tat javax.servlet.http.HttpServlet.service(HttpServlet.java:652)",
  "\tat org.apache.catalina.core.ApplicationFilterChain.internalDoFilter(ApplicationFilterChain.java:227)",
  "\tat java.lang.Thread.run(Thread.java:748)",
];

/** Error of a request that reached nobody. */
const inputOutput = ({ host, port }: Target, why: string, exception: string): string =>
  `org.springframework.web.client.ResourceAccessException: I/O error on request for "http://${host}:${port}": ${why}${NESTED}${exception}: ${why}`;

/** Time that a request waits for a connection of the pool, ms. */
const POOL_PATIENCE_MS = 30_000;

const NO_CONNECTION = `org.springframework.transaction.CannotCreateTransactionException: Could not open JPA EntityManager for transaction${NESTED}java.sql.SQLTransientConnectionException: HikariPool-1 - Connection is not available, request timed out after ${POOL_PATIENCE_MS}ms.`;
const LINK = `${NO_CONNECTION}${NESTED}com.mysql.cj.jdbc.exceptions.CommunicationsException: Communications link failure`;

const describeLink = describeSocketFailure({
  refused: () => `${LINK}: Connection refused (Connection refused)`,
  dropped: () => `${LINK}: connect timed out`,
  unknown: (host, why) =>
    `${LINK}: java.net.UnknownHostException: ${host}${why === "unknown" ? "" : ": Temporary failure in name resolution"}`,
  wrong: () => `${LINK}: unexpected end of stream, read 0 bytes from 4`,
  timeoutMs: POOL_PATIENCE_MS,
});
