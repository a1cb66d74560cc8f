/** Decodes base 64 to text, as UTF-8; characters outside the alphabet are passed over. */
export const decodeBase64 = (text: string): string => {
  const bytes: number[] = [];
  let bits = 0;
  let width = 0;
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value === -1) continue;
    bits = ((bits << 6) | value) & 0xffff;
    width += 6;
    if (width < 8) continue;
    width -= 8;
    bytes.push((bits >> width) & 0xff);
  }
  return decodeUtf8(bytes);
};

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const decodeUtf8 = (bytes: readonly number[]): string => {
  let text = "";
  for (let i = 0; i < bytes.length; ) {
    const lead = bytes[i] as number;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    let point = length === 1 ? lead : lead & (0xff >> (length + 1));
    for (let j = 1; j < length; j++) point = (point << 6) | ((bytes[i + j] ?? 0) & 0x3f);
    text += String.fromCodePoint(point);
    i += length;
  }
  return text;
};
