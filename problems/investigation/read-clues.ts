import type { ToolCall } from "#core/tool-call.ts";

/** Something that stands out in an answer, and the object that it is about. */
export interface Clue {
  /** `kind/name`; `component/name` where the kind is open. */
  readonly about: string;
  /** The sight as a clause, in the words of the answer, cut short. */
  readonly says: string;
  /** Weight: 3 = users or probes fail, 2 = an object is not as it should be, 1 = worth a look. */
  readonly weight: 1 | 2 | 3;
}

/** Reads what stands out in an answer. It knows how kubectl and telemetry write, and no app and no fault. */
export const readClues = (call: ToolCall, content: string): readonly Clue[] => {
  const command = commandOf(call);
  return READERS.filter(({ of }) => of.test(command)).flatMap(({ pattern, read }) =>
    [...content.matchAll(pattern)].flatMap((match) => read(match, command) ?? []),
  );
};

/** Returns the question of a call as one line: kubectl's words, or the tool's name. */
export const commandOf = ({ name, arguments: given }: ToolCall): string => (name === "kubectl" ? `${given["command"]}` : name);

/** Name of the component that a pod belongs to. */
export const componentOfPod = (pod: string): string => pod.replace(/-[a-z0-9]+-[a-z0-9]{5}$|-\d+$/, "");

/** Name that an object of a clue shares with its component. */
export const componentOfClue = ({ about }: Pick<Clue, "about">): string => {
  const [kind, name = ""] = about.split("/");
  return kind === "pod" ? componentOfPod(name) : name;
};

interface Reader {
  /** Commands whose answers it reads. */
  readonly of: RegExp;
  /** Global: each match is offered to `read`. */
  readonly pattern: RegExp;
  /** Returns the clue of a match, or nothing where it is as it should be. */
  read(match: RegExpExecArray, command: string): Clue | undefined;
}

const cut = (text: string): string => (text.length > 180 ? `${text.slice(0, 177)}...` : text.trim());

const READERS: readonly Reader[] = [
  {
    of: /^get_alerts/,
    pattern: /^firing for \S+ +(\w+) \[\w+\] +(.*)$/gm,
    read: ([, alert = "", rest = ""]) => {
      const about = aboutOfAlert(rest);
      return about === undefined
        ? undefined
        : { about, says: cut(`${alert} fires for ${about.replace(/^component\//, "").replace("/", " ")}`), weight: 3 };
    },
  },
  {
    of: /^get pods/,
    pattern: /^(\S+) +(\d+)\/(\d+) +(\S+) +(\d+)(?: \((\S+) ago\))? +\S+$/gm,
    read: ([, pod = "", ready, of, status = "", restarts = "0", ago = "never"]) => {
      if (status === "Completed") return undefined;
      const isFresh = /^(\d+[smh])+$/.test(ago);
      if (status === "Running" && ready === of && !isFresh) return undefined;
      const how = restarts === "0" ? "" : `, restarted ${restarts} times`;
      return { about: `pod/${pod}`, says: `pod ${pod} is ${status}, ${ready} of ${of} ready${how}`, weight: ready === of ? 1 : 2 };
    },
  },
  {
    of: /^get deployments/,
    pattern: /^(deployment|statefulset)\.apps\/(\S+) +(\d+)\/(\d+) /gm,
    read: ([, kind, name, ready, wanted]) =>
      ready === wanted && wanted !== "0"
        ? undefined
        : { about: `${kind}/${name}`, says: `${kind} ${name} has ${ready} of ${wanted} replicas ready`, weight: 2 },
  },
  {
    of: /^get_services/,
    pattern: /^(\S+) +(\S+) +(\S+) +(\d+) +(\d+)$/gm,
    read: ([, name, , selector, ready, notReady]) => {
      if (selector === "<none>" || (ready !== "0" && notReady === "0")) return undefined;
      const says = notReady === "0" ? `service ${name} has no endpoint` : `${notReady} endpoints of service ${name} are not ready`;
      return { about: `service/${name}`, says, weight: 2 };
    },
  },
  {
    of: /^get events/,
    pattern: /^\S+ +Warning +(\S+) +(\w+)\/(\S+) +(.*)$/gm,
    read: ([, reason, kind, name, message = ""]) => ({
      about: `${kind}/${name}`,
      says: cut(`a warning of ${name} says ${reason}: ${message}`),
      weight: 2,
    }),
  },
  {
    of: /^get nodes/,
    pattern: /^(\S+) +(NotReady\S*) /gm,
    read: ([, node, status]) => ({ about: `node/${node}`, says: `node ${node} is ${status}`, weight: 3 }),
  },
  {
    of: /^get networkpolicies/,
    pattern: /^(\S+) +(\S+=\S+) +\S+$/gm,
    read: ([, name, selector]) => ({
      about: `networkpolicy/${name}`,
      says: `networkpolicy ${name} applies to ${selector}`,
      weight: 1,
    }),
  },
  {
    of: /^describe (pod|deployment|statefulset)/,
    pattern: /^ +Warning +(\w+) +.*?(?:kubelet|scheduler|controller) +(?:spec\.containers\{[^}]*\}: )?(.*)$/gm,
    read: ([, reason, message = ""], command) => ({
      about: describedObject(command),
      says: cut(`its events say ${reason}: ${message}`),
      weight: 2,
    }),
  },
  {
    of: /^(describe|get events|logs)/,
    pattern: /configmap "([^"]+)" not found/g,
    read: ([, name]) => ({ about: `configmap/${name}`, says: `configmap "${name}" is not found`, weight: 3 }),
  },
  {
    of: /^describe (pod|deployment|statefulset)/,
    pattern: /Type: +ConfigMap .*\n +Name: +(\S+)/g,
    read: ([, name], command) => ({ about: `configmap/${name}`, says: `${describedObject(command)} reads configmap ${name}`, weight: 1 }),
  },
  {
    of: /^describe/,
    pattern: /OOMKilled|OOM-killed/g,
    read: (_, command) => ({ about: describedObject(command), says: "its container was killed for memory", weight: 3 }),
  },
  {
    of: /^describe service/,
    pattern: /^Endpoints: *(?:<none>)?$/gm,
    read: (_, command) => ({ about: describedObject(command), says: "the Service leads to no endpoint", weight: 3 }),
  },
  {
    of: /^(logs|query_logs)/,
    pattern: /lookup ([\w-]+)((?:\.[\w-]+)*)[^\n]*no such host/g,
    // A name of another domain is no Service's, whatever its first part.
    read: ([, name, domain = ""]) => ({
      about: domain === "" || /^\.[\w-]+\.svc\b/.test(domain) ? `service/${name}` : `host/${name}${domain}`,
      says: `a caller cannot resolve ${name}${domain}: no such host`,
      weight: 3,
    }),
  },
  {
    of: /^(logs|query_logs)/,
    pattern: /dial tcp (\d+\.\d+\.\d+\.\d+):\d+: [^\n]*(refused|timeout)/g,
    read: ([text, address]) =>
      address === "127.0.0.1" ? undefined : { about: `address/${address}`, says: cut(`its log says: ${text}`), weight: 2 },
  },
  {
    of: /^(logs|query_logs)/,
    pattern: /not authorized on ([\w-]+)/g,
    read: ([text, name]) => ({ about: `database/${name}`, says: `its log says: ${text}`, weight: 3 }),
  },
  {
    of: /^logs/,
    pattern: /^(?:panic: |.*what\(\): +|.*"level":"error".*"message":")(.*)$/gm,
    read: ([, message = ""], command) =>
      message.startsWith("write response: connection closed")
        ? undefined
        : {
            about: `component/${componentOfPod(loggedObject(command))}`,
            says: cut(`its log says: ${message.replace(/"\}$/, "")}`),
            weight: 2,
          },
  },
];

/** Labels of an alert by what they point at, the nearest first. */
const aboutOfAlert = (text: string): string | undefined => {
  for (const [pattern, kind] of ALERT_LABELS) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined) return `${kind}/${name}`;
  }
  return undefined;
};

const ALERT_LABELS: readonly (readonly [RegExp, string])[] = [
  [/\binstance=([\w-]+)\.[\w-]+:\d+/, "service"],
  [/\bpod=(\S+)/, "pod"],
  [/\bdeployment=(\S+)/, "deployment"],
  [/\bnode=(\S+)/, "node"],
  [/\bservice_name=(\S+)/, "component"],
];

const describedObject = (command: string): string => {
  const [, kind = "", name = ""] = /^describe (\w+)[ /](\S+)/.exec(command) ?? [];
  return `${kind}/${name}`;
};

const loggedObject = (command: string): string => /^logs (?:\w+\/)?(\S+)/.exec(command)?.[1] ?? "";
