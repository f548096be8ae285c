/** The style of the page: the colours of the reader's system, and nothing wider than the window. */
export const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; --line: #8885; --soft: #8881 }
body { margin: 0; background: light-dark(#fff, #17171c); color: light-dark(#1c1c21, #e9e9ef) }
main { max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem; line-height: 1.25 }
h2 { font-size: 1.2rem; margin-top: 2rem }
code, pre { font: .875em/1.5 ui-monospace, monospace }
code, summary, th, td { overflow-wrap: anywhere }
pre { overflow-x: auto; padding: .75rem; background: var(--soft); border-radius: .4rem; margin: .5rem 0 }
summary { cursor: pointer; padding: .4rem 0 }
table { border-collapse: collapse; width: 100% }
caption { text-align: start; padding: 1rem 0 .35rem }
th, td { text-align: start; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; font-weight: normal }
thead th { font-weight: 600 }
.coverage th { width: 14rem }
.coverage span, .coverage s { margin-inline-end: .6rem }
.coverage s, .quiet { color: light-dark(#5c5c66, #a6a6b0) }
.failure { border: 1px solid var(--line); border-inline-start: 4px solid light-dark(#b3001b, #ff8a94); border-radius: .4rem; padding: .25rem 1rem; margin: .75rem 0 }
.failure > summary { font-weight: 600 }
.failure ul { padding-inline-start: 1.25rem }
.numbers { display: flex; flex-wrap: wrap; gap: .5rem 2rem }
.numbers dd { margin: 0; font-size: 1.6rem; font-variant-numeric: tabular-nums }
.warning { border-inline-start: 4px solid light-dark(#8a5a00, #f0c060); padding-inline-start: .75rem }
.scroll { overflow-x: auto }
.failed, .disagrees { color: light-dark(#b3001b, #ff8a94) }
.passed, .agrees { color: light-dark(#0b6b35, #66d19e) }
.open { color: light-dark(#8a5a00, #f0c060) }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px }
@media (max-width: 40rem) { .coverage th { width: 8rem } }
@media print { details:not([open]) { display: none } }`;
