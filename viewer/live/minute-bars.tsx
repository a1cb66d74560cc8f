import type { JSX } from "preact";
import { returnText } from "../parts/numbers.ts";
import { returnClass, returnStyle } from "../parts/return-tile.tsx";
import type { LiveServer } from "../protocol.ts";

/** Ends of the last hour: a bar a minute, as high as the number of episodes, coloured by their mean return. */
export const MinuteBars = ({ minutes }: Pick<LiveServer, "minutes">): JSX.Element => {
  const most = Math.max(1, ...minutes.map(({ ended }) => ended));
  return (
    <div class="minute-bars" role="img" aria-label={`ends of episodes by the minute, ${most} at most`}>
      {minutes.map(({ ended, scored, returns }, i) => {
        const mean = scored === 0 ? undefined : returns / scored;
        return (
          <i
            key={i}
            class={returnClass(mean)}
            style={{ ...returnStyle(mean), height: `${ended === 0 ? 1 : 4 + Math.round((ended / most) * BAR_PX)}px` }}
            title={`${minutes.length - 1 - i} min ago: ${ended} ended, mean return ${returnText(mean)}`}
          />
        );
      })}
    </div>
  );
};

/** Height of the highest bar, px. */
const BAR_PX = 44;
