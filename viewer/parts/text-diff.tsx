import { structuredPatch } from "diff";
import type { JSX } from "preact";

interface TextDiffProps {
  readonly before: string;
  readonly after: string;
}

/** Lines in which two texts differ, with a few around them. */
export const TextDiff = ({ before, after }: TextDiffProps): JSX.Element => {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: 2 });
  return (
    <pre class="diff">
      {hunks.map(({ lines, oldStart }) => (
        <div key={oldStart} class="hunk">
          {lines.map((line, i) => (
            <div key={i} class={LOOKS[line[0] ?? ""] ?? ""}>
              {line}
            </div>
          ))}
        </div>
      ))}
    </pre>
  );
};

const LOOKS: Readonly<Record<string, string>> = { "+": "added", "-": "removed" };
