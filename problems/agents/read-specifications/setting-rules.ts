import { decodeBase64Text } from "#core/base64.ts";
import { parseJson } from "#core/parse-json.ts";
import { kubectl } from "#core/tool-call.ts";
import type { Workload } from "#kube/checks/workload.ts";
import type { Service } from "#kube/types/network.ts";
import type { ConfigMap, Secret } from "#kube/types/storage.ts";
import type { Job } from "#kube/types/workloads.ts";
import { firstOf, rolledBack, TRIED_AGAIN, targetOf } from "./repairs.ts";
import { rightService } from "./right-service.ts";
import type { Finding, Rule } from "./rule.ts";
import type { Specifications } from "./specifications.ts";

/** Flags that make a part of the app fail, by the fault that turns one on. */
const FLAGS = {
  "flag-ad-failure": "adFailure",
  "flag-ad-high-cpu": "adHighCpu",
  "flag-ad-manual-gc": "adManualGc",
  "flag-cart-failure": "cartFailure",
  "flag-catalog-failure": "productCatalogFailure",
  "flag-email-leak": "emailMemoryLeak",
  "flag-flood-home": "loadGeneratorFloodHomepage",
  "flag-image-slow": "imageSlowLoad",
  "flag-kafka-queue": "kafkaQueueProblems",
  "flag-llm-rate-limit": "llmRateLimitError",
  "flag-payment-failure": "paymentFailure",
  "flag-payment-unreachable": "paymentUnreachable",
  "flag-readiness-fail": "failedReadinessProbe",
  "flag-recommendation-cache": "recommendationCacheFailure",
} as const;

/** Rules on settings: ConfigMaps, Secrets, flags and arguments. */
export const SETTING_RULES: readonly Rule[] = [
  ...Object.entries(FLAGS).map(([fault, flag]): Rule => ({ faults: [fault], rank: 90, find: (specs) => turnedOn(specs, flag) })),
  { faults: ["configmap-key-drift"], rank: 50, find: foreignAddresses },
  {
    faults: ["meta-retry-storm-capacity", "meta-retry-storm-spike"],
    type: "retry-config",
    rank: 80,
    find: (specs) =>
      readConfigMaps(specs).flatMap((about) =>
        Object.entries(about.data ?? {})
          .filter(([key, value]) => /RETR/i.test(key) && Number(value) > 10)
          .map(([key]) => ({
            resource: `configmap/${about.metadata.name}`,
            about,
            says: `${about.metadata.name} has many retries`,
            repair: [kubectl(`patch configmap ${about.metadata.name} -p '{"data":{"${key}":"2"}}'`), TRIED_AGAIN],
          })),
      ),
  },
  {
    faults: ["pg-lock-contention"],
    rank: 90,
    find: (specs) =>
      specs
        .of<Job>("Job")
        .filter(({ spec }) => spec.suspend !== true && /LOCK TABLE \S+ IN ACCESS EXCLUSIVE/.test(JSON.stringify(spec.template)))
        .map((about) => ({
          resource: `job/${about.metadata.name}`,
          about,
          says: `${about.metadata.name} locks a table`,
          repair: [kubectl(`delete job/${about.metadata.name}`)],
        })),
  },
  {
    faults: ["valkey-memory-flood"],
    rank: 90,
    find: (specs) =>
      specs
        .of<Job>("Job")
        .filter(({ spec }) => spec.suspend !== true && /while .*(?:redis|valkey)-cli .*\bset\b/.test(JSON.stringify(spec.template)))
        .map((about) => ({
          resource: `job/${about.metadata.name}`,
          about,
          says: `${about.metadata.name} writes into a store without an end`,
          repair: [kubectl(`delete job/${about.metadata.name}`), TRIED_AGAIN],
        })),
  },
  {
    faults: ["mysql-port-invalid"],
    rank: 80,
    find: (specs) => oddValues(specs, /PORT$/i),
  },
  {
    faults: ["mysql-credentials-invalid"],
    rank: 60,
    find: (specs) => oddValues(specs, /(USER|PASSWORD|PASS)$/i),
  },
  {
    faults: ["mysql-credentials-invalid"],
    rank: 40,
    find: (specs) =>
      specs
        .of<Secret>("Secret")
        .filter(({ metadata: { name } }) => isRead(specs, name))
        .flatMap((about) =>
          Object.values(about.data ?? {}).some((value) => /(_old|-prod|changeme)$/.test(decodeBase64Text(value)))
            ? [{ resource: `secret/${about.metadata.name}`, about, says: "it has a word of another place", repair: [] }]
            : [],
        ),
  },
  { faults: ["mongo-tls-required"], rank: 90, find: withArgument(/--tlsMode[ =]requireTLS/) },
  { faults: ["valkey-requirepass"], rank: 90, find: withArgument(/--requirepass/) },
  {
    faults: ["db-read-only"],
    rank: 70,
    find: withArgument(
      /--(?:super[-_])?read[-_]only(?:=(?:1|on))?(?=\s|$)|--min-(?:replicas|slaves)-to-write [1-9]\d*(?! --min-\S+-max-lag 0)/i,
    ),
  },
  { faults: ["db-connection-exhaustion"], rank: 70, find: withArgument(/--max[-_]connections=(\d{1,2})\b/) },
];

const turnedOn = (specs: Specifications, flag: string): readonly Finding[] =>
  readConfigMaps(specs).flatMap((about) =>
    Object.entries(about.data ?? {}).flatMap(([file, text]) => {
      const { flags } = (parseJson(text) ?? {}) as { readonly flags?: Readonly<Record<string, { readonly defaultVariant?: string }>> };
      if ((flags?.[flag]?.defaultVariant ?? "off") === "off") return [];
      const off = text.replace(new RegExp(`("${flag}":[^{]*\\{[\\s\\S]*?"defaultVariant": *")[^"]*`), "$1off");
      return [
        {
          resource: `configmap/${about.metadata.name}`,
          about,
          says: `the flag ${flag} is on`,
          repair: [
            kubectl(`patch configmap ${about.metadata.name} --type=merge -p '${JSON.stringify({ data: { [file]: off } })}'`),
            TRIED_AGAIN,
          ],
        },
      ];
    }),
  );

const isRead = (specs: Specifications, name: string): boolean =>
  specs.running.some(
    ({ spec }) =>
      JSON.stringify(spec.template.spec).includes(`"name":"${name}"`) ||
      JSON.stringify(spec.template.spec).includes(`"secretName":"${name}"`),
  );

/** ConfigMaps to which running pods refer. */
const readConfigMaps = (specs: Specifications): readonly ConfigMap[] =>
  specs.of<ConfigMap>("ConfigMap").filter(({ metadata: { name } }) => isRead(specs, name));

/** Addresses in ConfigMaps whose host no Service has. */
function foreignAddresses(specs: Specifications): readonly Finding[] {
  const services = specs.of<Service>("Service");
  const known = new Set(services.map(({ metadata }) => metadata.name));
  return readConfigMaps(specs).flatMap((about) =>
    Object.entries(about.data ?? {}).flatMap(([file, text]) =>
      [...text.matchAll(/"?([\w.-]*)"?\s*[:=]\s*"?([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*):(\d{2,5})\b/g)]
        .filter(([, , host = ""]) => !known.has(host.split(".")[0] ?? "") && host !== "localhost")
        .map(([whole, key = "", host = "", port = ""]) => {
          const right = rightService(services, key, host, port);
          const patch = JSON.stringify({ data: { [file]: text.replace(whole, whole.replace(`${host}:${port}`, right)) } });
          return {
            resource: `configmap/${about.metadata.name}`,
            about,
            says: `${about.metadata.name} names ${host}, which no Service is`,
            repair: [kubectl(`patch configmap ${about.metadata.name} --type=merge -p '${patch}'`), TRIED_AGAIN],
          };
        }),
    ),
  );
}

/** Secrets whose value under a key of a kind few others have. */
const oddValues = (specs: Specifications, pattern: RegExp): readonly Finding[] => {
  const entries = specs
    .of<Secret>("Secret")
    .filter(({ metadata }) => isRead(specs, metadata.name))
    .flatMap((about) =>
      Object.entries(about.data ?? {}).flatMap(([key, value]) =>
        pattern.test(key) ? [{ about, key, ending: key.split("_").at(-1), value: decodeBase64Text(value) }] : [],
      ),
    );
  return entries.flatMap(({ about, key, ending, value }) => {
    const same = entries.filter((one) => one.ending === ending);
    const usual = [...Map.groupBy(same, (one) => one.value)].sort((a, b) => b[1].length - a[1].length)[0];
    if (usual === undefined || usual[1].length * 2 <= same.length || usual[0] === value) return [];
    const patch = JSON.stringify({ stringData: { [key]: usual[0] } });
    return [
      {
        resource: `secret/${about.metadata.name}`,
        about,
        says: `${about.metadata.name} has another ${ending} than most`,
        repair: [kubectl(`patch secret ${about.metadata.name} --type=merge -p '${patch}'`), TRIED_AGAIN],
      },
    ];
  });
};

function withArgument(pattern: RegExp): Rule["find"] {
  return ({ running }) =>
    running
      .filter((one: Workload) => pattern.test([...(firstOf(one)?.command ?? []), ...(firstOf(one)?.args ?? [])].join(" ")))
      .map((about) => ({ resource: targetOf(about), about, says: `${targetOf(about)} has such an argument`, repair: rolledBack(about) }));
}
