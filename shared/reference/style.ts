/** The page's only style sheet; the Content-Security-Policy names its hash. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #12151b);
  --panel: light-dark(#f5f7f9, #191d25);
  --ink: light-dark(#1b2230, #dfe4ec);
  --soft: light-dark(#566072, #98a3b5);
  --line: light-dark(#dde2e9, #2b313c);
  --link: light-dark(#0b57c2, #7db4ff);
  --get: light-dark(#0b6b3a, #5fd39a);
  --post: light-dark(#0b57c2, #7db4ff);
  --patch: light-dark(#8a5300, #f0b35c);
  --delete: light-dark(#b3231f, #ff8f86);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 var(--sans); }
a { color: var(--link); text-decoration: none; }
a:hover, p > a { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: var(--mono); font-size: .875em; }
p code, td code { background: var(--panel); border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere; }
pre { margin: .5rem 0 1rem; padding: .8rem 1rem; background: var(--panel); border: 1px solid var(--line);
  border-radius: 8px; overflow: auto; max-height: 30rem; font-size: .8125rem; line-height: 1.5; tab-size: 2; }
pre code { font-size: inherit; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: 2rem; margin: 0 0 .75rem; letter-spacing: -.015em; }
main h2 { font-size: 1.5rem; margin: 0 0 .5rem; letter-spacing: -.01em; }
h3 { font-size: 1.2rem; margin: 0; }
h3 a { color: inherit; }
h4 { font-size: .8125rem; margin: 1.5rem 0 .4rem; color: var(--soft); font-weight: 600; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 3; background: var(--ground); padding: .5rem 1rem; }
body > header { position: sticky; top: 0; z-index: 2; display: flex; gap: .25rem 1rem; align-items: baseline;
  flex-wrap: wrap; padding: .7rem 1.5rem; background: var(--ground); border-bottom: 1px solid var(--line); }
body > header p { margin: 0; }
.name { font-weight: 650; }
.version { color: var(--soft); font-size: .875rem; }
nav { padding: .75rem 1.5rem; border-bottom: 1px solid var(--line); font-size: .875rem; }
nav summary { cursor: pointer; font-weight: 600; }
nav h2 { font-size: .8125rem; margin: 1.25rem 0 .3rem; }
nav h2, nav h2 a { color: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: flex; gap: .5rem; padding: .2rem 0; color: var(--ink); line-height: 1.35; }
main { min-width: 0; padding: 1.5rem; }
.guide { max-width: 46rem; margin-bottom: 3rem; }
.group { border-top: 1px solid var(--line); padding-top: 2.5rem; margin-top: 2.5rem; }
.group > p { margin: 0; color: var(--soft); }
.endpoint { padding: 2rem 0 1rem; }
.endpoint + .endpoint { border-top: 1px solid var(--line); margin-top: 1rem; }
.address { margin: .4rem 0 0; overflow-wrap: anywhere; }
.address code { background: none; padding: 0; font-size: 1rem; }
.address var { color: var(--soft); font-style: normal; }
.method { font: 700 .6875rem/1.6 var(--mono); color: var(--soft); }
.address .method { font-size: .8125rem; border: 1px solid; border-radius: 4px; padding: .1em .45em; margin-right: .3rem; }
nav .method { flex: none; width: 3.2rem; }
.get { color: var(--get); } .post { color: var(--post); } .patch { color: var(--patch); } .delete { color: var(--delete); }
.facts > p { max-width: 42rem; }
.wide { overflow-x: auto; }
.wide td code { white-space: nowrap; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; font-size: .8125rem; }
tr:target td { background: var(--panel); }
.fields > tbody > tr > th { width: 13rem; font-weight: 400; overflow-wrap: anywhere; }
.fields th code { font-weight: 600; background: none; padding: 0; }
.headers code { white-space: nowrap; }
.fields + .fields { margin-top: 1.25rem; border-top: 1px solid var(--line); }
.fields td { overflow-wrap: anywhere; }
.type { color: var(--soft); font-size: .875rem; }
.about { display: block; }
.limit { font-size: .875rem; }
.limit::before { content: " · "; color: var(--soft); }
.mark, .place { font-size: .75rem; color: var(--soft); white-space: nowrap; font-weight: 400; }
.mark { color: var(--patch); }
.body-type, .headers { margin: .25rem 0; font-size: .875rem; color: var(--soft); }
.fields tr:has(+ .inner) > * { border-bottom: 0; padding-bottom: 0; }
.fields > tbody > .inner > td { padding: .2rem 0 .6rem; }
.inner summary { cursor: pointer; color: var(--link); font-size: .875rem; }
.inner .fields { margin: .3rem 0 0 .2rem; width: calc(100% - .2rem); border-left: 2px solid var(--line); }
.inner .fields > tbody > tr > th, .inner .fields > tbody > .inner > td { padding-left: .9rem; }
.inner .fields > tbody > tr:last-child > * { border-bottom: 0; }
.samples pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.errors th { width: 4rem; font-weight: 600; }
.errors td a { margin-right: .4rem; }
@supports selector(::details-content) {
  @media (min-width: 64rem) {
    nav summary { display: none; }
    nav details::details-content { content-visibility: visible; }
  }
}
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
  body > header { grid-column: 1 / -1; }
  nav { position: sticky; top: 3.1rem; align-self: start; height: calc(100vh - 3.1rem); overflow-y: auto;
    border-bottom: 0; border-right: 1px solid var(--line); padding: .25rem 1.25rem 2rem 1.5rem; }
  main { padding: 2.5rem 3rem 6rem; }
}
@media (min-width: 84rem) {
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) 28rem; gap: 3rem; }
  .samples { position: sticky; top: 4rem; align-self: start; }
  .samples h4:first-child { margin-top: 1rem; }
  main { max-width: 96rem; }
}
@media (max-width: 40rem) {
  main, nav, body > header { padding-left: 1rem; padding-right: 1rem; }
  .fields, .fields tbody, .fields tr, .fields th, .fields td { display: block; width: auto; }
  .fields > tbody > tr > th { width: auto; border: 0; padding-bottom: 0; }
  .fields td { padding-top: 0; }
  .inner .fields > tbody > tr > td { padding-left: .9rem; }
}
@media print {
  nav, .skip { display: none; }
  pre { max-height: none; white-space: pre-wrap; }
}
`;
