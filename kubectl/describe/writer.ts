import { alignTabs } from "../print/tabwriter.ts";

/** Collects the tabbed lines of a description. */
export class DescribeWriter {
  /** Virtual time for ages, ms. */
  readonly nowMs: number;
  #text = "";

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  /** Adds a line, two blanks per level before it. */
  line(level: number, text: string): void {
    this.#text += `${"  ".repeat(level)}${text}\n`;
  }

  /** Adds text unchanged. */
  raw(text: string): void {
    this.#text += text;
  }

  /** Adds `Title:` with one `key=value` per line; `<none>` when empty. */
  labels(title: string, labels: Readonly<Record<string, string>> | undefined, indent = ""): void {
    this.list(
      title,
      Object.keys(labels ?? {})
        .sort()
        .map((key) => `${key}=${labels?.[key]}`),
      indent,
    );
  }

  /** Adds `Title:` with one item per line; `<none>` when empty. */
  list(title: string, items: readonly string[], indent = ""): void {
    if (items.length === 0) return this.raw(`${title}:\t<none>\n`);
    items.forEach((item, index) => {
      this.raw(`${index === 0 ? `${title}:\t` : `${indent}\t`}${item}\n`);
    });
  }

  /** Adds annotations; long or several-line values go to lines of their own. */
  annotations(title: string, annotations: Readonly<Record<string, string>> | undefined): void {
    const keys = Object.keys(annotations ?? {})
      .filter((key) => key !== "kubectl.kubernetes.io/last-applied-configuration")
      .sort();
    if (keys.length === 0) return this.raw(`${title}:\t<none>\n`);
    this.raw(`${title}:\t`);
    for (const [index, key] of keys.entries()) {
      if (index > 0) this.raw("\t");
      const value = (annotations?.[key] ?? "").replace(/\n$/, "");
      if (value.length + key.length + 2 <= ANNOTATION_MAX && !value.includes("\n")) {
        this.raw(`${key}: ${value}\n`);
        continue;
      }
      this.raw(`${key}:\n`);
      for (const line of value.split("\n"))
        this.raw(`\t  ${line.length > ANNOTATION_MAX - 2 ? `${line.slice(0, ANNOTATION_MAX - 2)}...` : line}\n`);
    }
  }

  /** Returns the description with its columns aligned. */
  text(): string {
    return alignTabs(this.#text);
  }

  /** Returns the description with its tabs, as `rollout history --revision` prints it. */
  rawText(): string {
    return this.#text;
  }

  /** Ends all columns, so that later lines are aligned separately. */
  flush(): void {
    this.#text = alignTabs(this.#text);
  }
}

const ANNOTATION_MAX = 140;
