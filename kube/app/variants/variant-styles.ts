import { z } from "zod";

const nonEmpty = <T extends z.ZodType>(item: T) => z.array(item).min(1);
const label = z.string().regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, "write lower-case letters, digits and inner hyphens");
const port = z.int().min(1).max(65_535);
/** A name with `{word}`, `{owner}` or `{name}` in it. */
const pattern = z.string().regex(/^[-a-z0-9{}]+$/, "write lower-case letters, digits, hyphens and {word}, {owner} or {name}");
const patterns = nonEmpty(pattern);
const amounts = z.strictObject({
  requests: z.record(z.string(), z.string()).optional(),
  limits: z.record(z.string(), z.string()).optional(),
});
const probe = z.strictObject({
  initialDelaySeconds: z.int().min(0).optional(),
  periodSeconds: z.int().min(1).optional(),
  timeoutSeconds: z.int().min(1).optional(),
  failureThreshold: z.int().min(1).optional(),
});

/** Words and patterns by which the objects of a variant are named. */
const names = z.strictObject({
  /** Prefixes of all components' names; the empty one is none. */
  prefixes: nonEmpty(z.union([z.literal(""), z.string().regex(/^[a-z0-9][-a-z0-9]*-$/, "end it with a hyphen")])),
  /** Words that may stand for a component's own name, by that name. */
  words: z.record(label, nonEmpty(label)),
  /** Patterns of components' names by role: `{word}` is the drawn word, `{owner}` that of the program that uses a store or cache. */
  components: z.record(z.enum(["frontend", "service", "store", "cache", "registry", "tracing"]), patterns),
  /** Patterns for what belongs to a component; `{name}` is its name. */
  containers: patterns,
  configMaps: patterns,
  /** ConfigMaps of stores. */
  scripts: patterns,
  /** Names of ConfigMaps that several components read, by the published ones. */
  sharedConfigMaps: z.record(label, nonEmpty(label)).optional(),
  /** Secrets of a component; missing: they have its name. */
  secrets: patterns.optional(),
  claims: patterns,
  /** Further Services of a component. */
  services: patterns,
  /** Names under which programs enter themselves in the registry. */
  registered: patterns,
  /** Names of custom resources, with which the names of all begin that operators make of them, by the published ones. */
  customResources: z.record(label, nonEmpty(label)).optional(),
});

const ports = z.strictObject({
  /** Port of the program that users call. */
  entry: nonEmpty(port),
  /** First port of the other programs; each of them has the next. */
  programs: nonEmpty(port),
  /** First port of the exporters. */
  exporters: nonEmpty(port),
  /** Names of Services' ports with `{port}` and `{protocol}`; `null` leaves them as the chart has them. */
  names: nonEmpty(pattern.nullable()),
});

const settings = z.strictObject({
  /** Places for each file of settings, by its published path. */
  files: z.record(z.string().startsWith("/"), nonEmpty(z.string().startsWith("/"))),
  /** Ways to write the keys in it. */
  keys: nonEmpty(z.enum(["published", "snake", "kebab", "camel", "upper"])),
});

const credentials = z.strictObject({
  users: nonEmpty(z.string().min(1)),
  passwords: nonEmpty(z.string().min(1)),
  /** Names of databases; `{published}` is the chart's own, `{word}` the word of the program. */
  databases: nonEmpty(z.string().min(1)),
  /** Texts in stores' ConfigMaps in which they stand, with `{user}`, `{password}` and `{database}`. */
  texts: z.array(z.string()),
});

const extraObject = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: label }),
});

/**
 * Schema of `charts/<app>/variants.yaml`: what may differ between the forms of an app, and the choices for it.
 *
 * Each variant draws from these lists by its number alone, so that a longer list changes the forms, and a higher count adds some.
 */
export const variantStyles = z.strictObject({
  /** Number of variants besides the published form. */
  count: z.int().min(1).max(999),
  /** One variant in so many is kept for eval and holdout, by hash of its id. */
  heldOutOneIn: z.int().min(2).max(100),
  namespaces: nonEmpty(label),
  labelKeys: nonEmpty(z.string().min(1)),
  names,
  ports,
  settings,
  /**
   * References that may stand for a published image, by that. Each variant is a build of its own of the app's programs: images
   * of them can be made where all references differ after the last slash, and there are as many as variants.
   */
  images: z.record(z.string(), nonEmpty(z.string().regex(/^[^\s:]+(:\d+\/[^\s:]+)?:[\w.-]+$/, "write repository:tag"))),
  /** Replicas of the app's own programs. */
  replicas: nonEmpty(z.int().min(1).max(5)),
  /** Resources of all containers. */
  resources: nonEmpty(amounts),
  terminationGracePeriods: nonEmpty(z.int().min(0).max(120)),
  /** Variables that no program reads, any number of which are set on the app's own programs. */
  environment: z.array(z.strictObject({ name: z.string().min(1), values: nonEmpty(z.string()) })),
  credentials,
  /** Probes of the app's own programs, which try their port. */
  probes: nonEmpty(z.strictObject({ readinessProbe: probe.optional(), livenessProbe: probe.optional() })),
  /** Components that some variants do without. */
  optional: z.array(label),
  /** Merge patches for the spec of a custom resource, one of which is drawn, by its published name. */
  customResources: z.record(label, nonEmpty(z.record(z.string(), z.unknown()))).optional(),
  /** Objects that do nothing, some of which are there. */
  extraObjects: z.array(extraObject),
});

/** Choices for everything that may differ between the forms of an app. */
export type VariantStyles = z.output<typeof variantStyles>;
