import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { minutesText, returnText } from "../parts/numbers.ts";
import type { AlertSpan, Tracks } from "../protocol.ts";
import { AXIS_PX, LineChart, lineColour } from "./line-chart.tsx";
import { minutesOf, type RecordedEpisode } from "./recorded.ts";
import { type LineTrack, lineTracks, valueAt } from "./track-lines.ts";

interface TimeTracksProps {
  readonly episode: RecordedEpisode;
  readonly tracks: Tracks | undefined;
  readonly domain: readonly [number, number];
  /** Moment that is shown, and its minute. */
  readonly moment: number;
  readonly minute: number;
  readonly hover: (minute: number | undefined) => void;
  readonly select: (minute: number) => void;
}

/** Width of the titles and values beside the plots, px. */
const GUTTER_PX = 150;

/** Room at the right for the half of a label, px. */
const EDGE_PX = 18;

/** All that was measured over one axis of time; pointing at it anywhere shows that moment in every track. */
export const TimeTracks = ({ episode, tracks, domain, moment, minute, hover, select }: TimeTracksProps): JSX.Element => {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place) - GUTTER_PX - EDGE_PX;
  const lines = useMemo(() => lineTracks(episode, tracks), [episode, tracks]);
  const plotPx = width - AXIS_PX;
  const pxOf = (at: number): number => AXIS_PX + ((at - domain[0]) / (domain[1] - domain[0])) * plotPx;
  const minuteOf = ({ clientX }: MouseEvent): number => {
    const px = clientX - (place.current?.getBoundingClientRect().left ?? 0) - GUTTER_PX - AXIS_PX;
    return domain[0] + (Math.max(0, Math.min(plotPx, px)) / plotPx) * (domain[1] - domain[0]);
  };
  const charts = useMemo(
    () => lines.map((track) => <LineChart key={track.title} track={track} domain={domain} width={width} height={heightOf(track)} />),
    [lines, domain[0], domain[1], width],
  );
  return (
    <div
      ref={place}
      class="tracks"
      onMouseMove={(event) => hover(minuteOf(event))}
      onMouseLeave={() => hover(undefined)}
      onClick={(event) => select(minuteOf(event))}
    >
      {width > AXIS_PX && (
        <>
          <StepLane episode={episode} moment={moment} pxOf={pxOf} />
          <AlertLanes alerts={tracks?.alerts ?? []} minute={minute} domain={domain} pxOf={pxOf} />
          {lines.map((track, i) => (
            <Track
              key={track.title}
              title={track.lines.length > 1 ? track.title : undefined}
              values={<Values track={track} minute={minute} />}
            >
              {charts[i]}
            </Track>
          ))}
          <TimeAxis domain={domain} pxOf={pxOf} />
          <div class="cursor" style={{ left: `${GUTTER_PX + pxOf(Math.max(domain[0], Math.min(domain[1], minute)))}px` }} />
        </>
      )}
    </div>
  );
};

/** A line of the legend takes so much, px. */
const LEGEND_PX = 13;

const heightOf = ({ lines }: LineTrack): number => Math.max(62, (lines.length + 1) * LEGEND_PX + 4);

const useWidth = (place: { readonly current: HTMLElement | null }): number => {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = (): void => setWidth(element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return width;
};

interface TrackProps {
  /** Missing: the values say it. */
  readonly title?: string | undefined;
  readonly values: ComponentChildren;
  /** True: title and value are in one row. */
  readonly isLow?: boolean;
  readonly children: ComponentChildren;
}

const Track = ({ title, values, isLow = false, children }: TrackProps): JSX.Element => (
  <div class={`track ${isLow ? "low" : ""}`}>
    <div class="gutter">
      {title !== undefined && <span class="title">{title}</span>}
      {values}
    </div>
    <div class="plot">{children}</div>
  </div>
);

/** Values of the lines at the moment, each with the colour of its line where there are several. */
const Values = ({
  track: { title, lines, limit, format },
  minute,
}: {
  readonly track: LineTrack;
  readonly minute: number;
}): JSX.Element => (
  <>
    {lines.map((line, i) => {
      const value = valueAt(line, minute);
      return (
        <span key={line.name} class={`value ${limit !== undefined && (value ?? 0) > limit ? "bad" : ""}`}>
          {lines.length > 1 && <i class="swatch" style={{ background: `var(${lineColour(i)})` }} />}
          {lines.length > 1 ? line.name : title}
          <b>{value === undefined ? "–" : FORMATS[format](value)}</b>
        </span>
      );
    })}
    {limit !== undefined && (
      <span class="value quiet">
        limit <b>{FORMATS[format](limit)}</b>
      </span>
    )}
  </>
);

const FORMATS: Readonly<Record<LineTrack["format"], (value: number) => string>> = {
  share: (value) => `${(value * 100).toFixed(1)} %`,
  ms: (value) => (value < 1000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(1)} s`),
  count: (value) => `${value}`,
  return: returnText,
};

type PxOf = (minute: number) => number;

const StepLane = ({
  episode,
  moment,
  pxOf,
}: {
  readonly episode: RecordedEpisode;
  readonly moment: number;
  readonly pxOf: PxOf;
}): JSX.Element => {
  const minutes = minutesOf(episode);
  return (
    <Track isLow title="steps" values={<span class="value">{moment === 0 ? "start" : `${moment} of ${episode.steps.length}`}</span>}>
      <div class="lane">
        {episode.steps.map(({ index, actions, results }, i) => {
          const [from, to] = [pxOf(minutes[i] ?? 0), pxOf(minutes[i + 1] ?? 0)];
          const look = results.some(({ status }) => status !== "OK")
            ? "failed"
            : results.some((one) => one.had_effect === true)
              ? "wrote"
              : "";
          const submits = actions.some(({ name = "" }) => name.startsWith("submit_")) ? "submits" : "";
          if (to < AXIS_PX) return null;
          return (
            <i
              key={index}
              class={`step ${look} ${submits} ${i + 1 === moment ? "now" : ""}`}
              style={{ left: `${from}px`, width: `${Math.max(1, to - from - 1)}px` }}
            />
          );
        })}
      </div>
    </Track>
  );
};

interface AlertLanesProps {
  readonly alerts: readonly AlertSpan[];
  readonly minute: number;
  readonly domain: readonly [number, number];
  readonly pxOf: PxOf;
}

/** A lane for each alert that was there within the domain, with the components that it names at the moment. */
const AlertLanes = ({ alerts, minute, domain, pxOf }: AlertLanesProps): JSX.Element => (
  <>
    {[
      ...Map.groupBy(
        alerts.filter(({ from, to }) => to > domain[0] && from < domain[1]),
        ({ name }) => name,
      ),
    ].map(([name, spans]) => {
      const now = spans.filter(({ from, to }) => from <= minute && minute < to);
      const firing = now.filter(({ state }) => state === "firing");
      return (
        <div key={name} class="track low" title={now.map(({ about, state }) => `${about} ${state}`).join("\n")}>
          <div class="gutter">
            <span class={`title ${firing.length > 0 ? "bad" : ""}`} title={name}>
              {name}
            </span>
            <span class="value">{firing.length > 0 ? firing.length : now.length > 0 ? `(${now.length})` : ""}</span>
          </div>
          <div class="plot lane">
            {spans.map(({ about, state, from, to }) => {
              const [left, right] = [pxOf(Math.max(domain[0], from)), pxOf(Math.min(domain[1], to))];
              return (
                <i
                  key={`${about}/${state}/${from}`}
                  class={`span ${state}`}
                  style={{ left: `${left}px`, width: `${Math.max(1, right - left)}px` }}
                />
              );
            })}
          </div>
        </div>
      );
    })}
  </>
);

const TimeAxis = ({ domain: [from, to], pxOf }: { readonly domain: readonly [number, number]; readonly pxOf: PxOf }): JSX.Element => {
  const distance = DISTANCES.find((minutes) => (to - from) / minutes <= TICKS_MAX) ?? 60;
  const ticks: number[] = [];
  for (let at = Math.ceil(from / distance) * distance; at <= to; at += distance) ticks.push(at);
  return (
    <Track isLow values={<span class="value quiet">minutes</span>}>
      <div class="lane axis">
        {ticks.map((at) => (
          <span key={at} style={{ left: `${pxOf(at)}px` }}>
            {minutesText(at)}
          </span>
        ))}
      </div>
    </Track>
  );
};

const DISTANCES = [0.25, 0.5, 1, 2, 5, 10, 15, 30];
const TICKS_MAX = 9;
