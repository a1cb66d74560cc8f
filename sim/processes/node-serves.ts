/**
 * Name of what the socket of a Node.js server serves, read from the source of its request handler.
 *
 * Holds the status, the paths with another one, and the body with `{url}` and `{method}` in the place of the request's.
 */
export const nodeServes = (handler: string): string => `node/${JSON.stringify({ ...statusOf(handler), body: bodyOf(handler) })}`;

/** Status and body that the server behind such a name answers. */
export const answerAsNode = (
  argument: string,
  { method, path }: { readonly method: string; readonly path: string },
): { readonly status: number; readonly body: string } => {
  const { status, other, body } = JSON.parse(argument) as Served;
  const isOther = other !== undefined && (other.isPrefix ? path.startsWith(other.path) : path === other.path);
  return { status: isOther ? other.status : status, body: body.replaceAll("{url}", path).replaceAll("{method}", method) };
};

interface Served {
  readonly status: number;
  readonly other?: { readonly path: string; readonly isPrefix: boolean; readonly status: number };
  readonly body: string;
}

const statusOf = (handler: string): Omit<Served, "body"> => {
  const [, exact, prefix, chosen, rest] =
    /statusCode\s*=\s*(?:\w+\.url\s*===\s*['"](.*?)['"]\s*\?\s*|\w+\.url\.startsWith\(['"](.*?)['"]\)\s*\?\s*)?(\d+)(?:\s*:\s*(\d+))?/.exec(
      handler,
    ) ?? [];
  if (rest === undefined) return { status: Number(chosen ?? 200) };
  return { status: Number(rest), other: { path: exact ?? prefix ?? "", isPrefix: exact === undefined, status: Number(chosen) } };
};

/** Text that `end(…)` is called with: strings and the request's own words, added up. */
const bodyOf = (handler: string): string => {
  const ended = handler.slice(handler.indexOf(".end(") + ".end(".length);
  return [...ended.matchAll(/(['"])(.*?)\1|`(.*?)`|\w+\.(url|method)/gs)]
    .map(([, , text, template, word]) => text ?? template?.replace(/\$\{\w+\.(url|method)\}/g, "{$1}") ?? `{${word}}`)
    .join("")
    .replaceAll("\\n", "\n");
};
