/** Style of a report's page: light and dark as the reader's system is, and rows that are laid out when they come into sight. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --text: #1c2128; --pale: #667; --back: #fff; --line: #dde; --bar: #f4f5f8; --yes: #11733a; --no: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e7ec; --pale: #99a1ad; --back: #14171c; --line: #333a44; --bar: #1d2229; --yes: #5fd08d; --no: #ff8a80; }
  figure svg { filter: invert(1) hue-rotate(180deg); mix-blend-mode: screen; }
}
body { margin: 2rem auto; padding: 0 1rem; max-width: 78rem; font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; } dt { color: var(--pale); } dd { margin: 0; overflow-wrap: anywhere; }
.sums { display: flex; flex-wrap: wrap; gap: .8rem; padding: 0; list-style: none; }
.sums li { padding: .5rem .9rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--bar); color: var(--pale); }
.sums b { display: block; color: var(--text); }
.row { display: grid; grid-template-columns: 3rem minmax(12rem, 1fr) repeat(3, 5.2rem) repeat(3, 4.4rem) 5rem 9rem; gap: .3rem; padding: .25rem .4rem; }
.head { color: var(--pale); border-bottom: 1px solid var(--line); position: sticky; top: 0; background: var(--back); }
.episode { border-bottom: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 2rem; }
.episode > :not(summary) { margin-left: 3.4rem; }
.episode[open] > summary, summary.row:hover { background: var(--bar); }
summary { cursor: pointer; } .task { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .episode[open] .task { white-space: normal; overflow-wrap: anywhere; }
i { font-style: normal; } .yes { color: var(--yes); } .no, .invalid { color: var(--no); } .pale { color: var(--pale); }
ol { padding-left: 2rem; } ol b { float: right; font-weight: 400; color: var(--pale); } li > details, li > div { margin-right: 5rem; } li > div { padding-left: 1rem; }
li > .said { padding: 0; color: var(--pale); white-space: pre-wrap; }
code, pre { font: 13px/1.45 ui-monospace, monospace; } code { overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: .6rem; background: var(--bar); border-radius: .4rem; max-height: 30rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; } th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--pale); font-weight: 500; } figure { margin: 1rem 0; overflow-x: auto; } figure svg { max-width: 100%; height: auto; }
`;
