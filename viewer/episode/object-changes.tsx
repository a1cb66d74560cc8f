import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAnswer } from "../parts/ask.ts";
import { TextDiff } from "../parts/text-diff.tsx";
import type { ChangedObject, ObjectChange } from "../protocol.ts";

interface ObjectChangesProps {
  readonly episode: string;
  /** Number of steps done. */
  readonly moment: number;
  readonly changes: readonly ObjectChange[];
  /** Tells of which of them a line is shown; missing: of all. */
  readonly isShown?: (change: ObjectChange) => boolean;
  /** True: what was applied is shown at once, without its status. */
  readonly isApplied?: boolean;
}

/** Objects that changed in a step; the only one, and one that is clicked at, shows how. */
export const ObjectChanges = ({ episode, moment, changes, isShown = () => true, isApplied = false }: ObjectChangesProps): JSX.Element => (
  <ul class="changes">
    {changes.map(
      (change, i) =>
        isShown(change) && (
          <ObjectLine
            key={`${moment}/${change.kind}/${change.namespace}/${change.name}`}
            path={`api/episodes/${episode}/changes/${moment}/${i}`}
            change={change}
            isApplied={isApplied}
            isOpenAtFirst={isApplied || changes.length === 1}
          />
        ),
    )}
  </ul>
);

interface ObjectLineProps {
  readonly path: string;
  readonly change: ObjectChange;
  readonly isApplied: boolean;
  readonly isOpenAtFirst: boolean;
}

const ObjectLine = ({ path, change, isApplied, isOpenAtFirst }: ObjectLineProps): JSX.Element => {
  const { kind, namespace, name, what, inSpec } = change;
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <li>
      <button type="button" class={`object ${what}`} onClick={() => setIsOpen(!isOpen)}>
        <span class="what">{SIGNS[what]}</span> {kind.toLowerCase()}/{name}
        {namespace !== undefined && <span class="quiet"> {namespace}</span>}
        {!inSpec && <span class="quiet"> status</span>}
      </button>
      {isOpen && <ObjectDiff path={path} isApplied={isApplied} />}
    </li>
  );
};

const SIGNS = { created: "+", changed: "~", deleted: "−" } as const;

const ObjectDiff = ({ path, isApplied }: { readonly path: string; readonly isApplied: boolean }): JSX.Element => {
  const answer = useAnswer<ChangedObject>(path);
  if (answer.kind === "failed") return <p class="trouble">{answer.reason}</p>;
  if (answer.kind === "waiting") return <p class="quiet">…</p>;
  const { before = "", after = "" } = answer.value;
  return isApplied ? <TextDiff before={withoutStatus(before)} after={withoutStatus(after)} /> : <TextDiff before={before} after={after} />;
};

/** YAML of an object without its member `status`. */
export const withoutStatus = (yaml: string): string => yaml.replace(/^status:.*\n(?:[ -].*\n)*/m, "");
