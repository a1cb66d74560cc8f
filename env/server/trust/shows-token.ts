import { timingSafeEqual } from "node:crypto";

/** True if the credentials of a request are this bearer token. */
export const showsToken = (credentials: string, token: Buffer): boolean => {
  const shown = Buffer.from(/^bearer (.+)$/i.exec(credentials)?.[1] ?? "");
  return shown.length === token.length && timingSafeEqual(shown, token);
};
