import { parseGoDuration } from "#core/go-duration.ts";
import { parseTimestamp } from "#core/timestamp.ts";

/** True when a text has the format; formats that the server does not know hold for every text. */
export const hasFormat = (format: string, text: string): boolean => FORMATS[format.replaceAll("-", "")]?.(text) ?? true;

const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

const isDate = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) && parseTimestamp(text) !== undefined;

/** As Go's time parser reads RFC 3339, with the looser forms that the server's library takes. */
const isDateTime = (text: string): boolean => {
  const match = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d))?(\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)?$/.exec(text);
  return match !== null && isDate(match[1] as string) && Number(match[2]) < 24 && Number(match[3]) < 60 && Number(match[4] ?? 0) < 60;
};

const isIpv4 = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split(".").every((part) => Number(part) < 256 && `${Number(part)}` === part);

const isIpv6 = (text: string): boolean => {
  const halves = text.split("::");
  if (halves.length > 2 || !text.includes(":")) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1) ?? "";
  const width = groups.length + (last.includes(".") ? 1 : 0);
  const isGroup = (group: string, i: number): boolean => /^[0-9a-fA-F]{1,4}$/.test(group) || (i === groups.length - 1 && isIpv4(group));
  return groups.every(isGroup) && (halves.length === 2 ? width < 8 : width === 8);
};

const isCidr = (text: string): boolean => {
  const [address = "", bits = "", ...rest] = text.split("/");
  if (rest.length > 0 || !/^\d+$/.test(bits)) return false;
  return isIpv4(address) ? Number(bits) <= 32 : isIpv6(address) && Number(bits) <= 128;
};

const isUri = (text: string): boolean => text.startsWith("/") || /^[A-Za-z][A-Za-z0-9+.-]*:[^\s]*$/.test(text);

const isHostname = (text: string): boolean =>
  text.length <= 255 && /^[a-zA-Z0-9_]([a-zA-Z0-9_-]{0,61}[a-zA-Z0-9_])?(\.[a-zA-Z0-9_]([a-zA-Z0-9_-]{0,61}[a-zA-Z0-9_])?)*\.?$/.test(text);

const isDuration = (text: string): boolean =>
  parseGoDuration(text) !== undefined ||
  /^\d+\s*(ns|us|µs|ms|s|m|h|d|w|nanos?|micros?|millis?|sec(ond)?s?|min(ute)?s?|hours?|days?|weeks?)$/.test(text);

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  datetime: isDateTime,
  duration: isDuration,
  email: matches(/^[^\s@<>"]+@[^\s@<>"]+$/),
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  cidr: isCidr,
  mac: matches(/^([0-9a-fA-F]{2}[:-]){5}([0-9a-fA-F]{2}[:-]?){1}$|^([0-9a-fA-F]{4}\.){2}[0-9a-fA-F]{4}$/),
  uri: isUri,
  uuid: matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i),
  uuid3: matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i),
  uuid4: matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i),
  uuid5: matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i),
  byte: matches(/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
  hexcolor: matches(/^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/),
  bsonobjectid: matches(/^[0-9a-f]{24}$/i),
  ssn: matches(/^\d{3}[- ]?\d{2}[- ]?\d{4}$/),
  k8sshortname: matches(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/),
  k8slongname: (text) => text.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(text),
};
