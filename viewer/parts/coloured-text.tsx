import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { colourWords } from "./colour-words.ts";

interface ColouredTextProps {
  readonly text: string;
  /** Number of lines that are shown before it is unfolded. */
  readonly lines: number;
}

/** Recorded text, with words that say how something is in colour; a long one is folded until it is clicked at. */
export const ColouredText = ({ text, lines }: ColouredTextProps): JSX.Element => {
  const [isOpen, setIsOpen] = useState(false);
  const all = text.replace(/\n+$/, "").split("\n");
  const hidden = all.length - lines;
  return (
    <>
      <pre class="output">
        {(isOpen ? all : all.slice(0, hidden > SLACK ? lines : undefined)).map((line, i) => [i > 0 && "\n", renderLine(line)])}
      </pre>
      {hidden > SLACK && (
        <button type="button" class="fold" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? "fold" : `${hidden} more lines`}
        </button>
      )}
    </>
  );
};

/** Lines beyond the fold that are shown nevertheless, since a button takes a line, too. */
const SLACK = 2;

const renderLine = (line: string) => colourWords(line).map(({ text, look }) => (look === "" ? text : <span class={look}>{text}</span>));
