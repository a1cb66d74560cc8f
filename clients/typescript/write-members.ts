/** `Given`, and no member beside those of `Shape`: `<Given extends Shape>(options: Only<Shape, Given>)` refuses an object that fits by a few of its members. */
export type Only<Shape, Given extends Shape> = Given & { readonly [Name in Exclude<NameOf<Given>, keyof Shape>]?: never };

type NameOf<Given> = Given extends unknown ? keyof Given : never;

/** Row of each option: the fields of the message that it sets. An option without a row is a type error. */
export type Members<Options, Message> = {
  readonly [Name in keyof Options]-?: (value: NonNullable<Options[Name]>, options: Options) => Partial<Message>;
};

/** An option that there is not. */
export class UnknownMember extends TypeError {}

/**
 * Writes options as a message by the row of each; one that is undefined sets nothing, since protobuf tells unset from empty.
 *
 * @param what name of the options in the error
 * @throws UnknownMember for an option without a row, which would be lost without a word
 */
export const writeMembers = <Options extends object, Message>(
  what: string,
  rows: Members<Options, Message>,
  options: Options,
): Partial<Message> => {
  const message: Partial<Message> = {};
  for (const name of Object.keys(options) as (keyof Options & string)[]) {
    if (!Object.hasOwn(rows, name)) throw new UnknownMember(`${what} has no member ${name}; it has ${Object.keys(rows).sort().join(", ")}`);
    const value = options[name];
    if (value !== undefined && value !== null) Object.assign(message, rows[name](value, options));
  }
  return message;
};
