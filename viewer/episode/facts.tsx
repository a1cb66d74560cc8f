import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAnswer } from "../parts/ask.ts";
import type { EpisodeCommands } from "../protocol.ts";
import type { RecordedEpisode } from "./recorded.ts";

interface FactsProps {
  readonly id: string;
  readonly episode: RecordedEpisode;
  /** Moment from which commands go on. */
  readonly moment: number;
}

/** Settings of an episode, what its faults were drawn with, and commands that go on with it. */
export const Facts = ({ id, episode, moment }: FactsProps): JSX.Element => {
  const commands = useAnswer<EpisodeCommands>(`api/episodes/${id}/commands/${moment}`);
  const { task, seed, behaviour, limits, reward_profile, provenance, trajectory_id, verdicts } = episode;
  const facts: readonly (readonly [string, string])[] = [
    ["task", task.uri],
    ["seed", seed],
    ["episode", trajectory_id],
    ["split, difficulty", `${task.split}, ${task.difficulty ?? "–"}`],
    ["policy", [behaviour.name, behaviour.model].filter(Boolean).join(" ")],
    ["reward profile", reward_profile.name],
    [
      "limits",
      Object.entries(limits)
        .map(([name, value]) => `${name} ${value}`)
        .join(", "),
    ],
    ["played by", `kubedrill ${provenance.server_version}, backend ${provenance.backend}, build ${provenance.build_digest.slice(0, 19)}`],
    ...(verdicts?.params ?? []).map(({ fault, params }): readonly [string, string] => [fault, JSON.stringify(params)]),
    ...Object.entries(verdicts?.drawn ?? {}).map(([name, drawn]): readonly [string, string] => [name, [drawn].flat().join(", ") || "none"]),
    ...(verdicts?.timelines === undefined ? [] : [["timelines", JSON.stringify(verdicts.timelines)] as const]),
  ];
  return (
    <div class="facts">
      {commands.kind === "done" &&
        Object.entries(commands.value).map(([title, command]) => <Command key={title} title={title} command={command} />)}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
};

const Command = ({ title, command }: { readonly title: string; readonly command: string }): JSX.Element => {
  const [copied, setCopied] = useState(false);
  const copy = (): void => void navigator.clipboard?.writeText(command).then(() => setCopied(true));
  return (
    <div class="command">
      <span class="quiet">{title}</span>
      <code>{command}</code>
      <button type="button" onClick={copy}>
        {copied ? "copied" : "copy"}
      </button>
    </div>
  );
};
