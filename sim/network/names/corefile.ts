import { LinearExpression } from "#core/linear-expression.ts";
/** Configuration of CoreDNS in a Corefile, as far as it affects address queries. */
export interface Corefile {
  /** Zones that the kubernetes plugin answers for, without the last dot; none: the plugin is not there. */
  readonly clusterZones: readonly string[];
  /** Stanzas of the template plugin, which is asked before the kubernetes plugin wherever it stands in the file. */
  readonly templates: readonly DnsTemplate[];
}

/** A stanza of the template plugin that answers without an address. */
export interface DnsTemplate {
  readonly zones: readonly string[];
  /** Missing: every name of the zones. */
  readonly matches: readonly RegExp[];
}

/** Path of the Corefile in kubeadm's CoreDNS. */
export const COREFILE_PATH = "/etc/coredns/Corefile";

/** Corefile, or the error with which CoreDNS does not start. */
export type ReadCorefile =
  | { readonly ok: true; readonly corefile: Corefile }
  | { readonly ok: false; readonly line: number; readonly problem: string };

/**
 * Reads the server block for port 53 of a Corefile.
 *
 * @see https://coredns.io/manual/configuration/ and the plugins' own pages
 */
export const readCorefile = (text: string): ReadCorefile => {
  const lines = text.split("\n").map((line) => line.replace(/#.*$/, "").trim());
  const clusterZones: string[] = [];
  const templates: DnsTemplate[] = [];
  let blockZones: readonly string[] = [];
  let stanza: Stanza | undefined;
  let depth = 0;
  for (const [index, line] of lines.entries()) {
    if (line === "") continue;
    const [name = "", ...rest] = line.split(/\s+/);
    const opens = rest.at(-1) === "{" || name === "{";
    const args = opens ? rest.slice(0, -1) : rest;
    if (name === "}") {
      depth -= 1;
      if (depth < 0) return failed(index, "Syntax error - unexpected '}'");
      if (depth === 1 && stanza !== undefined) templates.push(...templateOf(stanza, blockZones));
      stanza = undefined;
    } else if (depth === 0) {
      if (!opens) return failed(index, `Unknown directive '${name}'`);
      blockZones = [name, ...args].map((address) => plainZone(address.replace(/:\d+$/, "")));
      depth = 1;
    } else if (depth === 1) {
      if (!DIRECTIVES.has(name)) return failed(index, `Unknown directive '${name}'`);
      if (name === "kubernetes") clusterZones.push(...(args.length === 0 ? blockZones : args.map(plainZone)));
      stanza = name === "template" ? { args, body: [] } : undefined;
      if (opens) depth = 2;
    } else {
      stanza?.body.push([name, ...args]);
      if (opens) depth += 1;
    }
  }
  return depth === 0 ? { ok: true, corefile: { clusterZones, templates } } : failed(lines.length - 1, "Unexpected EOF");
};

/** Directives that CoreDNS v1.13 accepts. */
const DIRECTIVES: ReadonlySet<string> = new Set([
  ..."acl any auto autopath bind bufsize cache cancel chaos debug dns64 dnssec dnstap erratic errors etcd file forward grpc".split(" "),
  ..."header health hosts import k8s_external kubernetes loadbalance local log loop metadata minimal nomad nsid pprof prometheus".split(
    " ",
  ),
  ..."ready reload rewrite root secondary sign template timeouts tls trace transfer tsig view whoami".split(" "),
]);

interface Stanza {
  readonly args: readonly string[];
  readonly body: (readonly string[])[];
}

const failed = (index: number, problem: string): ReadCorefile => ({ ok: false, line: index + 1, problem });

/** `template CLASS TYPE [ZONE…] { match …; rcode …; answer … }`: those for addresses that give none. */
const templateOf = ({ args, body }: Stanza, blockZones: readonly string[]): readonly DnsTemplate[] => {
  const [, type = "ANY", ...zones] = args;
  const rcode = body.find(([name]) => name === "rcode")?.[1] ?? "NOERROR";
  const hasAnswer = body.some(([name]) => name === "answer");
  if (!ADDRESS_TYPES.has(type) || hasAnswer || rcode === "NOERROR") return [];
  const matches = body.flatMap(([name, ...patterns]) => (name === "match" ? patterns.flatMap(compile) : []));
  return [{ zones: zones.length === 0 ? blockZones : zones.map(plainZone), matches }];
};

const ADDRESS_TYPES: ReadonlySet<string> = new Set(["A", "ANY"]);

const compile = (pattern: string): readonly RegExp[] => {
  try {
    return [new LinearExpression(pattern.replaceAll(/^"|"$/g, ""))];
  } catch {
    return [];
  }
};

const plainZone = (zone: string): string => zone.toLowerCase().replace(/\.$/, "");

/** True when a server with this configuration answers that the name of a cluster object does not exist, whatever objects there are. */
export const deniesName = ({ clusterZones, templates }: Corefile, name: string): boolean =>
  templates.some((template) => isDenied(template, name)) || !clusterZones.some((zone) => isWithin(name, zone));

const isDenied = ({ zones, matches }: DnsTemplate, name: string): boolean =>
  zones.some((zone) => isWithin(name, zone)) && (matches.length === 0 || matches.some((match) => match.test(`${name}.`)));

const isWithin = (name: string, zone: string): boolean => zone === "" || name === zone || name.endsWith(`.${zone}`);
