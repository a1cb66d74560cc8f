import { CommandFailure } from "../session/errors.ts";

/** Rejects a text that is not a quantity, before the server sees it. */
export const checkQuantity = (text: string): void => {
  if (!QUANTITY.test(text))
    throw new CommandFailure("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
};

const QUANTITY = /^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$/;
