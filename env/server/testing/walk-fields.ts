import type { MessageTypeDefinition } from "@grpc/proto-loader";
import { loadWire } from "../grpc/load-proto.ts";

/** Lists the paths of all fields of a message that hold no further message of ours, such as `ResetRequest.task.draw.filter.splits`. */
export const fieldPaths = (message: string): readonly string[] => walk(message, message);

const walk = (message: string, path: string): readonly string[] =>
  fieldsOf(message).flatMap(({ name, typeName }) => {
    const within = `${path}.${name}`;
    return fieldsOf(typeName).length === 0 ? [within] : walk(typeName, within);
  });

interface Field {
  readonly name: string;
  /** Type, by its name within the package; empty for scalars, and the name of no message for maps and well-known types. */
  readonly typeName: string;
}

const fieldsOf = (message: string): readonly Field[] => {
  const found = loadWire().definition[`kubedrill.v1.${message}`] as MessageTypeDefinition<object, object> | undefined;
  return message === "" || found === undefined ? [] : ((found.type as { readonly field?: readonly Field[] }).field ?? []);
};

/** Returns the values that a decoded message holds at a path below it, one for each item where there are several; none where nothing is set. */
export const valuesAt = (message: unknown, path: readonly string[]): readonly unknown[] => {
  if (Array.isArray(message)) return message.flatMap((item) => valuesAt(item, path));
  const [name, ...rest] = path;
  if (message === undefined || message === null) return [];
  return name === undefined ? [message] : valuesAt((message as Readonly<Record<string, unknown>>)[name], rest);
};
