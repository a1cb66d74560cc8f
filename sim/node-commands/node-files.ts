import { digestJson } from "#core/digest.ts";
import { fromBytes, toBytes } from "#shell/machine/bytes.ts";
import { type FileInfo, type FileReading, parentOf } from "#shell/machine/file-system.ts";
import { MemoryFiles } from "#shell/machine/memory-files.ts";
import { clusterCa } from "../apiserver/policy/tokens/cluster-ca.ts";
import type { NodeFileSystem } from "../containers/machine/node-mounts.ts";
import type { World } from "../kernel/world.ts";
import { reconsiderKubelet } from "../kubelet/node/control-kubelet.ts";
import { CLIENT_CA, KUBELET_FILES } from "../kubelet/node/kubelet-settings.ts";
import { type ChangedFiles, changedFiles, setChangedFiles } from "../machines/machine-files.ts";
import { criLog, logPath } from "./container-log.ts";
import { addressOfNode, bootMs, containersOn } from "./node-facts.ts";
import { PROGRAM_NAMES } from "./node-programs.ts";
import { KERNEL_FILES } from "./programs/machine-programs.ts";

/** Files of a machine: those of its system, what was changed in them, and the logs of its containers, which are read as they are now. */
export class NodeFiles extends MemoryFiles implements NodeFileSystem {
  readonly #world: World;
  readonly #node: string;
  readonly #givenFolders: ReadonlySet<string>;
  readonly #derived: ReadonlyMap<string, () => string>;
  readonly #given: Readonly<Record<string, string>>;
  readonly #bootMs: number;

  constructor(world: World, node: string, nowMs: () => number) {
    const derived = derivedFiles(world, node);
    super(new Map([...FIXED, ...[...derived.keys()].flatMap(modesOf)]), { filesMax: FILES_MAX, bytesMax: BYTES_MAX }, nowMs);
    this.#derived = derived;
    this.#bootMs = bootMs(world, node);
    this.#given = systemFiles(world, node);
    this.#world = world;
    this.#node = node;
    const changed = changedFiles(world, node);
    for (const [path, target] of Object.entries(LINKS)) this.makeLink(path, target);
    for (const [path, text] of Object.entries(this.#given)) this.#put(path, text);
    this.#givenFolders = new Set(this.folders);
    for (const [path, text] of Object.entries(changed)) this.#put(path, text);
  }

  /** Keeps what was changed, and lets who reads it know. */
  save(): void {
    const changes = this.#changes();
    if (digestJson(changes) === digestJson(changedFiles(this.#world, this.#node))) return;
    setChangedFiles(this.#world, this.#node, changes);
    reconsiderKubelet(this.#world, this.#node);
  }

  /** Files that differ from those of the machine's system; a folder has a slash at its end. */
  #changes(): ChangedFiles {
    const changes: Record<string, string | null> = {};
    for (const path of this.folders) if (!this.#givenFolders.has(path)) changes[`${path}/`] = "";
    const written = this.written;
    for (const path of written) {
      const content = this.read(path);
      if (content.ok && fromBytes(content.bytes) !== this.#given[path]) changes[path] = fromBytes(content.bytes);
    }
    for (const path of Object.keys(this.#given)) if (!written.includes(path)) changes[path] = null;
    return changes;
  }

  override stat(path: string, follows = true): FileInfo | undefined {
    const info = super.stat(path, follows);
    const derive = info?.kind === "file" ? this.#derived?.get(path) : undefined;
    return info === undefined || derive === undefined ? info : { ...info, sizeBytes: toBytes(derive()).length };
  }

  override read(path: string): FileReading {
    const derive = this.#derived.get(this.resolve(path));
    return derive === undefined ? super.read(path) : { ok: true, bytes: toBytes(derive()) };
  }

  #put(path: string, text: string | null): void {
    if (text === null) return void this.remove(path);
    if (path.endsWith("/")) return this.#makeFolders(path.slice(0, -1));
    this.#makeFolders(parentOf(path));
    this.write(path, toBytes(text));
    if (text === this.#given[path]) this.setTime(path, this.#bootMs);
  }

  #makeFolders(path: string): void {
    if (path === "/" || this.exists(path)) return;
    this.#makeFolders(parentOf(path));
    this.makeFolder(path);
  }
}

const FILES_MAX = 400;
const BYTES_MAX = 8_388_608;

/** A file that cannot be written, with the folders that it is in. */
const modesOf = (path: string): readonly (readonly [string, number])[] => {
  const folders = path.split("/").slice(1, -1);
  return [...folders.map((_name, at) => [`/${folders.slice(0, at + 1).join("/")}/`, 0o755] as const), [path, 0o444]];
};

/** All programs are in one folder, whatever it is called. */
const LINKS: Readonly<Record<string, string>> = { "/bin": "usr/bin", "/sbin": "usr/sbin", "/usr/sbin": "bin" };

const FIXED: readonly (readonly [string, number])[] = [
  ..."boot dev etc home lib opt proc root run srv sys tmp usr usr/bin usr/lib usr/local var var/lib var/log".split(" "),
]
  .map((folder): readonly [string, number] => [`/${folder}/`, 0o755])
  .concat(PROGRAM_NAMES.map((name) => [`/usr/bin/${name}`, 0o755]));

const systemFiles = (world: World, node: string): Readonly<Record<string, string>> => ({
  ...KUBELET_FILES,
  [CLIENT_CA]: clusterCa(world),
  "/etc/hostname": `${node}\n`,
  "/etc/hosts": `127.0.0.1\tlocalhost\n${addressOfNode(world, node)}\t${node}\n`,
  "/etc/os-release":
    'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nVERSION="12 (bookworm)"\nID=debian\n',
  "/etc/passwd": "root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n",
  "/etc/resolv.conf": "nameserver 172.18.0.1\noptions ndots:0\n",
  "/etc/crictl.yaml": "runtime-endpoint: unix:///run/containerd/containerd.sock\n",
  "/etc/containerd/config.toml":
    'version = 2\n\n[plugins."io.containerd.grpc.v1.cri"]\n  sandbox_image = "registry.k8s.io/pause:3.10.1"\n  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]\n    SystemdCgroup = true\n',
  "/etc/cni/net.d/10-kindnet.conflist":
    '{\n  "cniVersion": "0.3.1",\n  "name": "kindnet",\n  "plugins": [{ "type": "ptp" }, { "type": "portmap" }]\n}\n',
  "/etc/systemd/system/kubelet.service":
    "[Unit]\nDescription=kubelet: The Kubernetes Node Agent\nDocumentation=https://kubernetes.io/docs/\n\n[Service]\nExecStart=/usr/bin/kubelet\nRestart=always\nStartLimitInterval=0\nRestartSec=10\n\n[Install]\nWantedBy=multi-user.target\n",
  "/etc/systemd/system/kubelet.service.d/10-kubeadm.conf":
    '[Service]\nEnvironment="KUBELET_KUBECONFIG_ARGS=--bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf --kubeconfig=/etc/kubernetes/kubelet.conf"\nEnvironment="KUBELET_CONFIG_ARGS=--config=/var/lib/kubelet/config.yaml"\nEnvironmentFile=-/var/lib/kubelet/kubeadm-flags.env\nEnvironmentFile=-/etc/default/kubelet\nExecStart=\nExecStart=/usr/bin/kubelet $KUBELET_KUBECONFIG_ARGS $KUBELET_CONFIG_ARGS $KUBELET_KUBEADM_ARGS $KUBELET_EXTRA_ARGS\n',
});

const derivedFiles = (world: World, node: string): ReadonlyMap<string, () => string> =>
  new Map([
    ...Object.entries(KERNEL_FILES).map(([path, text]) => [path, once(() => text(world, node))] as const),
    ...containersOn(world, node).map((one) => [logPath(one), once(() => criLog(world, one))] as const),
  ]);

/** Derives a text when it is first asked for: nobody else's time passes while a command line runs. */
const once = (derive: () => string): (() => string) => {
  let text: string | undefined;
  return () => (text ??= derive());
};
