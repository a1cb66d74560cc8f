import { mongoLine } from "./mongo-log.ts";

/** Log line with which mongod refuses a command or a login; the message decides which. */
export const refusalLine = (atMs: number, message: string): string => {
  const isLogin = message.includes("AuthenticationFailed");
  const kind = isLogin ? { id: 20249, message: "Authentication failed" } : { id: 20436, message: "Checking authorization failed" };
  const error = {
    ...(isLogin ? { code: 18, codeName: "AuthenticationFailed" } : { code: 13, codeName: "Unauthorized" }),
    errmsg: message.replace(/^.*\(\w+\) /, ""),
  };
  return mongoLine(atMs, { component: "ACCESS", context: "conn", ...kind }, { error });
};

/** Log line with which mongod ends a connection without TLS. */
export const plainRefusalLine = (atMs: number): string =>
  mongoLine(
    atMs,
    { component: "NETWORK", id: 22988, context: "conn", message: "Error receiving request from client. Ending connection from remote" },
    { error: { code: 141, codeName: "SSLHandshakeFailed", errmsg: "The server is configured to only allow SSL connections" } },
  );
