/**
 * Inside a machine everything is bytes: a string of characters up to U+00FF, one a byte.
 *
 * What comes from outside (scripts, variables, files of objects) is text and passes here.
 */
export const toBytes = (text: string): string =>
  PLAIN.test(text)
    ? text
    : encodeURIComponent(text.toWellFormed()).replaceAll(/%([0-9A-F]{2})/g, (_whole, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );

/** The text that bytes are in UTF-8; what is none becomes U+FFFD. */
export const fromBytes = (bytes: string): string => (PLAIN.test(bytes) ? bytes : decode(bytes).text);

/** True when bytes are valid UTF-8, so that text keeps them. */
export const isText = (bytes: string): boolean => PLAIN.test(bytes) || decode(bytes).isValid;

const PLAIN = /^[\x00-\x7f]*$/;

const decode = (bytes: string): { readonly text: string; readonly isValid: boolean } => {
  let text = "";
  let isValid = true;
  for (let at = 0; at < bytes.length; ) {
    const first = bytes.charCodeAt(at);
    const length =
      first < 0x80 ? 1 : first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc2 && first < 0xe0 ? 2 : 0;
    let code = length <= 1 ? first : first & (0xff >> (length + 1));
    let taken = 1;
    for (; taken < length && (bytes.charCodeAt(at + taken) & 0xc0) === 0x80; taken++)
      code = (code << 6) | (bytes.charCodeAt(at + taken) & 0x3f);
    const isGood =
      length > 0 && taken === length && code <= 0x10ffff && code >= (MINIMUM[length] ?? 0) && !(code >= 0xd800 && code < 0xe000);
    text += isGood ? String.fromCodePoint(code) : "\ufffd";
    isValid &&= isGood;
    at += taken;
  }
  return { text, isValid };
};

const MINIMUM: Readonly<Record<number, number>> = { 2: 0x80, 3: 0x800, 4: 0x10000 };
