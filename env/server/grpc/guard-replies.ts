import type { MessageTypeDefinition } from "@grpc/proto-loader";
import { GUARDED_FIELDS } from "../trust/scopes.ts";
import { loadWire } from "./load-proto.ts";

/** Returns a reply without the fields that tell answers, in all that is in it. @param message its type, such as `StepResponse` */
export const withoutAnswers = <Reply extends object>(message: string, reply: Reply): Reply => {
  const guarded = GUARDED_FIELDS[message] ?? {};
  const nested = nestedMessages(message);
  return Object.fromEntries(
    Object.entries(reply).flatMap(([name, value]) => {
      if (name in guarded) return [];
      const type = nested.get(name);
      if (type === undefined || value === null || value === undefined) return [[name, value]];
      return [[name, Array.isArray(value) ? value.map((item) => withoutAnswers(type, item)) : withoutAnswers(type, value)]];
    }),
  ) as Reply;
};

/** Types of the fields of a message that hold messages of ours which have guarded fields in them, by name. */
const nestedMessages = (message: string): ReadonlyMap<string, string> => {
  const known = kept.get(message);
  if (known !== undefined) return known;
  const nested = new Map<string, string>();
  kept.set(message, nested);
  for (const { name, typeName } of fieldsOf(message)) if (holdsGuarded(typeName, new Set())) nested.set(name, typeName);
  return nested;
};

const kept = new Map<string, ReadonlyMap<string, string>>();

const holdsGuarded = (message: string, seen: Set<string>): boolean => {
  if (message in GUARDED_FIELDS) return true;
  if (seen.has(message)) return false;
  seen.add(message);
  return fieldsOf(message).some(({ typeName }) => holdsGuarded(typeName, seen));
};

interface Field {
  readonly name: string;
  readonly typeName: string;
}

const fieldsOf = (message: string): readonly Field[] => {
  const definition = loadWire().definition[`kubedrill.v1.${message}`] as MessageTypeDefinition<object, object> | undefined;
  return (definition?.type as { readonly field?: readonly Field[] } | undefined)?.field ?? [];
};
