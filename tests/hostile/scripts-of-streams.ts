/** Scripts with more input than a program can read or hold. */
export const STREAMS: Readonly<Record<string, string>> = {
  "zeros without end": "cat /dev/zero | wc -c",
  "zeros that are counted": "wc -l < /dev/zero",
  "zeros into a file": "cat < /dev/zero > /tmp/zeros",
  "the head of zeros": "head -c 1000000000000000 < /dev/zero > /tmp/zeros",
  "zeros into many files": "tee /tmp/z1 /tmp/z2 < /dev/zero | tr '\\0' y | head -n 1",
  "a line of zeros": "read -r line < /dev/zero; echo $line",
  "yes into everything": "yes | tac | rev | nl | sed s/y/z/ | cut -c1 | tail -1",
  "a large file over and over": "seq 1 90000 > /tmp/s; while true; do grep -c 9 /tmp/s; sort -r /tmp/s | uniq -c | wc -l; done",
  "yes into head": "yes | head -n 100000000 | tail -1",
};
