import { parseQuantity } from "#kube/objects/quantity.ts";

type Amounts = Readonly<Record<string, string>> | undefined;

/** Warns of amounts of bytes that are none: `memory: 100m` means a tenth of a byte. */
export const fractionalBytes = (amounts: Amounts, path: string, resources: readonly string[]): readonly string[] =>
  resources.flatMap((name) => {
    const amount = amounts?.[name];
    const isWhole = amount === undefined || (parseQuantity(amount)?.nanos ?? 0n) % 1_000_000_000n === 0n;
    return isWhole ? [] : [`${path}[${name}]: fractional byte value ${JSON.stringify(amount)} is invalid, must be an integer`];
  });
