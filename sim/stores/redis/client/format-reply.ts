import type { RedisReply } from "../server/redis-reply.ts";

/** Reply as `redis-cli` prints it where output is no terminal. */
export const formatRaw = (reply: RedisReply): string => `${rawText(reply)}\n`;

/** A reply as `redis-cli` prints it at a terminal; texts over several lines are shown as they are. */
export const formatStandard = (reply: RedisReply, prefix = ""): string => {
  switch (reply.kind) {
    case "status":
      return `${reply.text}\n`;
    case "error":
      return `(error) ${reply.text}\n`;
    case "integer":
      return `(integer) ${reply.value}\n`;
    case "text":
      return `${quote(reply.text)}\n`;
    case "verbatim":
      return `${reply.text}\n`;
    case "nil":
      return "(nil)\n";
    case "list":
      return formatList(reply.items, prefix);
  }
};

/** A text in quotes, with what cannot be seen escaped. */
export const quote = (text: string): string =>
  `"${text.replaceAll(/["\\\n\r\t\x07\b]|[^\x20-\x7e]/g, (character) => ESCAPES[character] ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`)}"`;

/** A reply as values between commas. */
export const formatCsv = (reply: RedisReply): string => `${csvText(reply)}\n`;

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\x07": "\\a",
  "\b": "\\b",
};

const rawText = (reply: RedisReply): string => {
  switch (reply.kind) {
    case "error":
      return `${reply.text}\n`;
    case "integer":
      return `${reply.value}`;
    case "nil":
      return "";
    case "list":
      return reply.items.map(rawText).join("\n");
    default:
      return reply.text;
  }
};

const formatList = (items: readonly RedisReply[], prefix: string): string => {
  if (items.length === 0) return "(empty array)\n";
  const width = `${items.length}`.length;
  const inner = `${prefix}${" ".repeat(width + 2)}`;
  return items
    .map((item, index) => `${index === 0 ? "" : prefix}${`${index + 1}`.padStart(width)}) ${formatStandard(item, inner)}`)
    .join("");
};

const csvText = (reply: RedisReply): string => {
  switch (reply.kind) {
    case "error":
      return `ERROR,${quote(reply.text)}`;
    case "integer":
      return `${reply.value}`;
    case "nil":
      return "NULL";
    case "list":
      return reply.items.map(csvText).join(",");
    default:
      return quote(reply.text);
  }
};
