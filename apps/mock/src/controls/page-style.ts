/** How the page of the controls looks. */
export const pageStyle = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 76rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; } h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
code, pre { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin: .75rem 0; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid #8884; }
th { font-weight: 600; } td.status { font-variant-numeric: tabular-nums; }
#error { white-space: pre-wrap; border-left: 4px solid #c33; padding: .5rem; background: #c332; }
.sequence { margin: .25rem 0; } .actions { white-space: nowrap; } small { opacity: .75; }
button { font: inherit; }
`;
