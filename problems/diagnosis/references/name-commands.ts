/** Writes commands of kubectl that nobody repairs with as what they do: `kubectl scale --replicas=0 on geo` scaled it to 0. */
export const nameCommands = (text: string): string => COMMANDS.reduce((plain, [pattern, meaning]) => plain.replace(pattern, meaning), text);

const FLAGS = "(?: -[-\\w]{1,30}(?:[= ]\\w[\\w.-]{0,60})?){0,3}";
const ON = "(?:(?:on|for|against) )?(?:the )?";

const COMMANDS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`\\bkubectl scale${FLAGS} --replicas[= ]0 +${ON}([a-z][\\w./-]*(?: [a-z0-9][\\w.-]*)?)`, "g"), "scaled to 0 replicas: $1"],
  [
    /\bkubectl scale ((?:deployment|deploy|statefulset|sts)[ /])?([a-z0-9][\w.-]*)[^\n;.]{0,60}?--replicas[= ]0\b/g,
    "scaled to 0 replicas: $2",
  ],
  [/\bkubectl delete (service|configmap)[ /]([a-z0-9][\w.-]*)/g, "$1 $2 was deleted"],
  [/\bkubectl taint (?:nodes?|no) (?:--all|-l \S+) ([\w./=-]+:no\w+)(?!-)/g, "all nodes were tainted with $1"],
];
