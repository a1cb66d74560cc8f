import { decodeUtf8, encodeUtf8 } from "#core/utf8.ts";
import { parseApiPath } from "#kube/ports/api-path.ts";
import { jsonProblem } from "../parse/yaml-parse.ts";
import { CommandFailure } from "./errors.ts";
import type { Session } from "./session.ts";

/**
 * Validates the flags beside `--raw` of a writing command.
 *
 * @throws CommandFailure in kubectl's words
 */
export const checkRaw = ({ args }: Session, path: string, { needsFile }: { readonly needsFile: boolean }): void => {
  const files = args.list("filename");
  if (args.on("edit")) throw new CommandFailure("--raw and --edit are mutually exclusive");
  if (needsFile && files.length === 0) throw new CommandFailure("must specify one of -f and -k");
  if (files.length > 1 || (needsFile && files.length !== 1)) throw new CommandFailure("--raw can only use a single local file or stdin");
  if (/^https?:\/\//.test(files[0] ?? "")) throw new CommandFailure("--raw cannot read from a url");
  if (args.on("recursive")) throw new CommandFailure("--raw and --recursive are mutually exclusive");
  if (needsFile && args.text("selector")) throw new CommandFailure("--raw and --selector (-l) are mutually exclusive");
  if (args.text("output")) throw new CommandFailure("--raw and --output are mutually exclusive");
  rawPath(path);
};

/** Parses the path and query of `--raw`. */
export const rawPath = (raw: string): { readonly path: string; readonly query: Readonly<Record<string, string>> } => {
  if (!raw.startsWith("/"))
    throw new CommandFailure(`--raw must be a valid URL path: parse ${JSON.stringify(raw)}: invalid URI for request`);
  const mark = raw.indexOf("?");
  const path = mark === -1 ? raw : raw.slice(0, mark);
  const query = mark === -1 ? {} : parseQuery(raw.slice(mark + 1));
  return { path, query };
};

/** Parses a query as HTML forms write it; what is no valid escape stays as it is. */
const parseQuery = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split("&")
      .filter((part) => part !== "")
      .map((part) => {
        const [name = "", ...value] = part.split("=").map(unescapeText);
        return [name, value.join("=")];
      }),
  );

const unescapeText = (text: string): string =>
  text.replaceAll("+", " ").replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => decodeUtf8(bytesOfHex(bytes)));

const bytesOfHex = (text: string): Uint8Array => Uint8Array.from(text.slice(1).split("%"), (digits) => Number.parseInt(digits, 16));

/** Sends the text of `-f` to a path and prints the answer. */
export const writeRaw = async (session: Session, method: "POST" | "PUT" | "DELETE", raw: string): Promise<void> => {
  const [file] = session.args.list("filename");
  const text = file === undefined ? undefined : file === "-" ? (session.stdin ?? "") : session.readFile(file);
  if (file !== undefined && text === undefined) throw new CommandFailure(`open ${file}: no such file or directory`);
  session.print(
    await session.write<string>({ method, as: "text", ...rawPath(raw), ...(text !== undefined && { body: bodyOf(text, raw) }) }),
  );
};

const bodyOf = (text: string, raw: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    const kind = parseApiPath(rawPath(raw).path)?.row.kind ?? "";
    const problem = jsonProblem(text) ?? "unexpected end of JSON input";
    throw new CommandFailure(
      `Error from server (BadRequest): the object provided is unrecognized (must be of type ${kind}): couldn't get version/kind; json parse error: ${problem} (${beginningOf(text)})`,
      { complete: true },
    );
  }
};

/** Renders the first thirty bytes as the server does: in hexadecimal if they are not a JSON object. */
const beginningOf = (text: string): string => {
  const bytes = encodeUtf8(text);
  const dots = bytes.length > SHOWN_BYTES ? " ..." : "";
  const shown = bytes.subarray(0, SHOWN_BYTES);
  if (text.startsWith("{")) return `${decodeUtf8(shown)}${dots}`;
  return `${[...shown].map((byte) => byte.toString(16).padStart(2, "0")).join("")}${dots}`;
};

const SHOWN_BYTES = 30;
