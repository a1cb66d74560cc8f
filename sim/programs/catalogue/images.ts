import type { ImageBehaviour } from "#kube/app/behaviour.ts";
import type { Image } from "../../images/image.ts";
import { BUSYBOX_APPLETS, DEBIAN_TOOLS, linked } from "../../images/tools.ts";
import { MONGO_SERIES, type MongoSeries, seriesOf } from "../../stores/mongo/server/mongo-version.ts";
import { STORE_IMAGES } from "../../stores/runtime/store-images.ts";
import { DEBIAN_BUSYBOX } from "./debian-busybox.ts";

/** Tools of every image around Debian or Ubuntu. */
const DEBIAN = linked("/usr/bin", DEBIAN_TOOLS, "busybox");

/** Files of such an image: its users, and the name of its system. */
const debianFiles = (system: string, user?: { readonly name: string; readonly id: number }): Readonly<Record<string, string>> => ({
  "/etc/passwd": `root:x:0:0:root:/root:/bin/bash\n${user === undefined ? "" : `${user.name}:x:${user.id}:${user.id}::/home/${user.name}:/bin/sh\n`}nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n`,
  "/etc/group": `root:x:0:\n${user === undefined ? "" : `${user.name}:x:${user.id}:\n`}nogroup:x:65534:\n`,
  "/etc/os-release": `PRETTY_NAME="${system}"\nNAME="${system.split(" ")[0]}"\n`,
});

/** The same with procps, as bigger images have it. */
const DEBIAN_WITH_PROCESSES = { ...DEBIAN, ...linked("/usr/bin", ["free", "kill", "ps", "top", "uptime"], "busybox") };

const RABBITMQ_TOOLS = {
  "/opt/rabbitmq/sbin/rabbitmqctl": "rabbitmqctl",
  "/opt/rabbitmq/sbin/rabbitmq-diagnostics": "rabbitmq-diagnostics",
};

const busybox = (repository: string, tags: readonly string[]): Image => ({
  repository,
  tags,
  sizeBytes: 2_223_685,
  cmd: ["sh"],
  workingDir: "/",
  binaries: linked("/bin", BUSYBOX_APPLETS, "busybox"),
  files: { "/etc/passwd": "root:x:0:0:root:/root:/bin/sh\n", "/etc/group": "root:x:0:\n" },
});

/** A small image around Debian's static busybox, whose shell runs all of its applets by name. */
const debianBusybox = (repository: string, tags: readonly string[], more: Readonly<Record<string, string>>): Image => ({
  repository,
  tags,
  sizeBytes: more["/usr/local/bin/node"] === undefined ? 1_038_336 : 44_040_192,
  cmd: ["sh"],
  workingDir: "/",
  binaries: {
    ...Object.assign({}, ...Object.entries(DEBIAN_BUSYBOX).map(([folder, names]) => linked(folder, names, "busybox"))),
    ...linked("", ["linuxrc"], "busybox"),
    ...more,
  },
  ...(more["/usr/local/bin/node"] === undefined ? {} : { env: { NODE_VERSION: "24", HOME: "/tmp" } }),
  folders: SMALL_FOLDERS,
  isStandalone: true,
  oddOptions: { wget: { fatal: "T" }, nc: { unknown: "kuszvn" } },
  files: {
    "/etc/passwd": "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\napp:x:1000:1000:app:/tmp:/bin/sh\n",
    "/etc/group": "root:x:0:\nnogroup:x:65534:\napp:x:1000:\n",
    "/etc/nsswitch.conf": "hosts: files dns\n",
  },
});

const SMALL_FOLDERS = ["bin", "dev", "etc", "proc", "root", "sbin", "sys", "tmp", "usr", "usr/local", "usr/sbin", "var", "var/run"].map(
  (name) => `/${name}/`,
);

const component = (name: string, tags: readonly string[], sizeBytes: number): Image => ({
  repository: `registry.k8s.io/${name}`,
  tags,
  sizeBytes,
  workingDir: "/",
  cmd: [`/usr/local/bin/${name}`],
  binaries: { [`/usr/local/bin/${name}`]: name, "/go-runner": name },
});

const exporter = (repository: string, tag: string, path: string, program: string, sizeBytes: number): Image => ({
  repository,
  tags: [tag],
  sizeBytes,
  entrypoint: [path],
  workingDir: "/",
  binaries: { [path]: program },
});

const pause = (repository: string): Image => ({
  repository,
  tags: ["3.9", "3.10", "3.10.1"],
  sizeBytes: 320_368,
  entrypoint: ["/pause"],
  user: 65_535,
  workingDir: "/",
  binaries: { "/pause": "pause" },
});

/** Image of an application's own programs. */
export const appImage = ({ repository, tags, sizeBytes, command, workingDir, folder, family, programs, files }: ImageBehaviour): Image => ({
  repository,
  tags,
  sizeBytes,
  cmd: command,
  workingDir,
  binaries: {
    ...Object.fromEntries(Object.entries(programs).map(([executable, name]) => [`${folder}/${executable}`, `${family}/${name}`])),
    ...DEBIAN_WITH_PROCESSES,
    ...linked("/usr/bin", ["wget"], "busybox"),
  },
  files: { ...debianFiles("Debian GNU/Linux 11 (bullseye)"), ...files },
});

/** Image of a series of MongoDB; the newest one is also `latest`, and since 6.0 the shell has another name. */
const mongo = ({ releases }: MongoSeries, index: number): Image => ({
  repository: "docker.io/library/mongo",
  tags: [...new Set([...releases, seriesOf(releases[0] ?? ""), ...(index === 0 ? ["8", "latest"] : [])])],
  sizeBytes: 161_123_840,
  entrypoint: ["docker-entrypoint.sh"],
  cmd: ["mongod"],
  workingDir: "/",
  binaries: {
    "/usr/local/bin/docker-entrypoint.sh": "mongod",
    "/usr/bin/mongod": "mongod",
    [Number.parseFloat(seriesOf(releases[0] ?? "")) < 6 ? "/usr/bin/mongo" : "/usr/bin/mongosh"]: "mongo",
    "/usr/bin/mongos": "mongos",
    ...DEBIAN_WITH_PROCESSES,
  },
  files: debianFiles("Ubuntu 18.04.5 LTS", { name: "mongodb", id: 999 }),
});

const NACOS_HOME = "/home/nacos";

/** Images that every world's registries hold, whichever applications it has. */
export const IMAGES: readonly Image[] = [
  ...MONGO_SERIES.map(mongo),
  {
    repository: "docker.io/library/memcached",
    tags: ["latest", "1.6", "1.6.7"],
    sizeBytes: 31_772_672,
    entrypoint: ["docker-entrypoint.sh"],
    cmd: ["memcached"],
    workingDir: "/",
    binaries: { "/usr/local/bin/docker-entrypoint.sh": "memcached", "/usr/local/bin/memcached": "memcached", ...DEBIAN },
    files: debianFiles("Debian GNU/Linux 12 (bookworm)", { name: "memcache", id: 11_211 }),
  },
  {
    repository: "docker.io/hashicorp/consul",
    tags: ["1.22.3"],
    sizeBytes: 71_303_168,
    entrypoint: ["docker-entrypoint.sh"],
    cmd: ["agent", "-dev", "-client", "0.0.0.0"],
    workingDir: "/",
    binaries: { "/usr/local/bin/docker-entrypoint.sh": "consul", "/bin/consul": "consul", ...linked("/bin", BUSYBOX_APPLETS, "busybox") },
  },
  {
    repository: "docker.io/jaegertracing/all-in-one",
    tags: ["1.57"],
    sizeBytes: 32_505_856,
    entrypoint: ["/go/bin/all-in-one-linux"],
    workingDir: "/",
    binaries: { "/go/bin/all-in-one-linux": "jaeger", ...linked("/bin", BUSYBOX_APPLETS, "busybox") },
  },
  {
    repository: "docker.io/grafana/grafana",
    tags: ["12.2.0", "12.1.1"],
    sizeBytes: 187_695_104,
    entrypoint: ["/run.sh"],
    workingDir: "/usr/share/grafana",
    binaries: { "/run.sh": "grafana", "/usr/share/grafana/bin/grafana": "grafana", ...linked("/bin", BUSYBOX_APPLETS, "busybox") },
  },
  {
    repository: "docker.io/opensearchproject/opensearch",
    tags: ["3.2.0", "3.1.0"],
    sizeBytes: 948_961_280,
    entrypoint: ["./opensearch-docker-entrypoint.sh"],
    cmd: ["opensearch"],
    workingDir: "/usr/share/opensearch",
    binaries: { "/usr/share/opensearch/opensearch-docker-entrypoint.sh": "opensearch", ...DEBIAN_WITH_PROCESSES },
  },
  {
    repository: "docker.io/nacos/nacos-server",
    tags: ["2.0.1", "v2.0.3", "v2.0.4"],
    sizeBytes: 433_061_888,
    entrypoint: ["bin/docker-startup.sh"],
    workingDir: NACOS_HOME,
    binaries: { [`${NACOS_HOME}/bin/docker-startup.sh`]: "nacos", ...DEBIAN_WITH_PROCESSES, ...linked("/usr/bin", ["wget"], "busybox") },
    files: debianFiles("CentOS Linux 7 (Core)"),
  },
  {
    repository: "docker.io/library/rabbitmq",
    tags: ["3", "3.12", "3.12-management", "3-management", "management", "3.13-management"],
    sizeBytes: 108_003_328,
    entrypoint: ["docker-entrypoint.sh"],
    cmd: ["rabbitmq-server"],
    workingDir: "/",
    env: { PATH: "/opt/rabbitmq/sbin:/opt/erlang/bin:/opt/openssl/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" },
    binaries: {
      "/usr/local/bin/docker-entrypoint.sh": "rabbitmq",
      "/opt/rabbitmq/sbin/rabbitmq-server": "rabbitmq",
      ...RABBITMQ_TOOLS,
      ...DEBIAN,
    },
    files: debianFiles("Ubuntu 22.04.4 LTS", { name: "rabbitmq", id: 999 }),
  },
  ...STORE_IMAGES,
  busybox("docker.io/library/busybox", ["latest", "1.35", "1.36", "1.36.1", "1.37"]),
  debianBusybox("registry.local/busybox", ["1.35"], {}),
  debianBusybox("registry.local/node", ["24"], { "/usr/local/bin/node": "node" }),
  pause("registry.k8s.io/pause"),
  { ...pause("registry.local/pause"), tags: ["3.10"] },
  {
    repository: "registry.k8s.io/coredns/coredns",
    tags: ["v1.12.1", "v1.13.1"],
    sizeBytes: 22_384_805,
    entrypoint: ["/coredns"],
    workingDir: "/",
    binaries: { "/coredns": "coredns" },
  },
  exporter("registry.local/platform/pod-defaults", "1.4.2", "/pod-defaults", "pod-defaults", 11_845_632),
  exporter("registry.k8s.io/metrics-server/metrics-server", "v0.8.0", "/metrics-server", "metrics-server", 22_468_264),
  exporter("registry.k8s.io/kube-state-metrics/kube-state-metrics", "v2.17.0", "/kube-state-metrics", "kube-state-metrics", 15_728_640),
  exporter("docker.io/otel/opentelemetry-collector-contrib", "0.135.0", "/otelcol-contrib", "otel-collector", 92_274_688),
  exporter("quay.io/prometheus/node-exporter", "v1.9.1", "/bin/node_exporter", "node-exporter", 12_582_912),
  exporter("docker.io/percona/mongodb_exporter", "0.47.1", "/mongodb_exporter", "mongodb-exporter", 9_437_184),
  exporter("quay.io/prometheus/memcached-exporter", "v0.15.3", "/bin/memcached_exporter", "memcached-exporter", 8_388_608),
  {
    repository: "docker.io/pingcap/tidb-operator",
    tags: ["v1.6.3", "v1.6.2", "v1.6.1", "v1.5.5"],
    sizeBytes: 98_566_144,
    cmd: ["/usr/local/bin/tidb-controller-manager"],
    workingDir: "/",
    binaries: {
      "/usr/local/bin/tidb-controller-manager": "tidb-controller-manager",
      "/usr/local/bin/tidb-discovery": "tidb-discovery",
      ...linked("/bin", BUSYBOX_APPLETS, "busybox"),
    },
  },
  component("kube-proxy", ["v1.35.4"], 26_214_400),
  component("kube-apiserver", ["v1.35.4"], 27_262_976),
  component("kube-controller-manager", ["v1.35.4"], 23_068_672),
  component("kube-scheduler", ["v1.35.4"], 17_825_792),
  component("etcd", ["3.6.5-0", "3.6.6-0"], 22_020_096),
  {
    repository: "docker.io/kindest/kindnetd",
    tags: ["v20250512-df8de77b"],
    sizeBytes: 44_375_501,
    cmd: ["/bin/kindnetd"],
    workingDir: "/",
    binaries: { "/bin/kindnetd": "kindnet" },
  },
  {
    repository: "docker.io/kindest/local-path-provisioner",
    tags: ["v20250214-acbabc1a"],
    sizeBytes: 22_541_737,
    entrypoint: ["local-path-provisioner"],
    workingDir: "/",
    binaries: { "/usr/local/bin/local-path-provisioner": "local-path-provisioner" },
  },
];
