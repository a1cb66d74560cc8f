import { expect, test } from "vitest";
import { type Corefile, deniesName, readCorefile } from "./corefile.ts";

const corefile = (stanza: string): Corefile => {
  const read = readCorefile(
    `.:53 {\n    errors\n${stanza}    kubernetes cluster.local in-addr.arpa {\n       pods insecure\n    }\n    cache 30\n}\n`,
  );
  if (!read.ok) throw new Error(read.problem);
  return read.corefile;
};

const GEO = "geo.shop.svc.cluster.local";

test("the configuration of a fresh cluster denies no name", () => expect(deniesName(corefile(""), GEO)).toBe(false));

test("a template with a code of failure denies the names of its zones, for addresses", () => {
  const denying = corefile(`    template IN A ${GEO} {\n       rcode NXDOMAIN\n    }\n`);
  expect(deniesName(denying, GEO)).toBe(true);
  expect(deniesName(denying, `a.${GEO}`)).toBe(true);
  expect(deniesName(denying, `other-${GEO}`)).toBe(false);
  expect(deniesName(corefile(`    template IN AAAA ${GEO} {\n       rcode NXDOMAIN\n    }\n`), GEO)).toBe(false);
});

test("a template without a zone denies what it matches", () => {
  const denying = corefile('    template IN ANY {\n       match "^geo[.]shop[.]"\n       rcode NXDOMAIN\n    }\n');
  expect(deniesName(denying, GEO)).toBe(true);
  expect(deniesName(denying, "rate.shop.svc.cluster.local")).toBe(false);
});

test("without the kubernetes plugin no name of the cluster is known", () => {
  const read = readCorefile(".:53 {\n    forward . /etc/resolv.conf\n}\n");
  expect(read.ok && deniesName(read.corefile, GEO)).toBe(true);
});

test.each([
  [".:53 {\n    kubernets cluster.local\n}\n", { line: 2, problem: "Unknown directive 'kubernets'" }],
  [".:53 {\n    errors\n", { problem: "Unexpected EOF" }],
])("a file that CoreDNS does not start with is told by line: %j", (text, wanted) => {
  expect(readCorefile(text)).toMatchObject({ ok: false, ...wanted });
});
