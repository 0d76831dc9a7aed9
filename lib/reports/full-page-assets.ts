/** Style and script of the page, written here and nowhere else: the page loads nothing. */

export const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1c2128;--dim:#59636e;--line:#d1d9e0;--soft:#f6f8fa;--add:#dafbe1;--del:#ffebe9;
--block:#b3261e;--warn:#8a5a00;--info:#0b57b0;--ok:#1a7f37;--focus:#0b57b0}
@media (prefers-color-scheme:dark){:root{--bg:#0f1319;--fg:#e2e8ef;--dim:#9aa5b1;--line:#333c47;--soft:#171d25;--add:#12301d;--del:#3a1717;
--block:#ff8a80;--warn:#e8b04b;--info:#7db7ff;--ok:#5fd07f;--focus:#7db7ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}
main,header{max-width:1120px;margin:0 auto;padding:0 20px}
header{padding-top:28px}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:1.1rem;margin:36px 0 10px}
h3{font-size:1rem;margin:20px 0 6px;overflow-wrap:anywhere}
p{margin:0 0 8px;overflow-wrap:anywhere}
.dim{color:var(--dim)}
.tag{font-weight:600}
.block{color:var(--block)}.warn{color:var(--warn)}.info{color:var(--info)}.clean{color:var(--ok)}
.blocked,.not-reviewed{color:var(--block)}.warned{color:var(--warn)}
dl.status{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:16px 0;padding:12px 16px;background:var(--soft);border-radius:8px}
dl.status dt{font-weight:600}dl.status dd{margin:0;overflow-wrap:anywhere}
fieldset{border:1px solid var(--line);border-radius:8px;display:flex;flex-wrap:wrap;gap:4px 18px;margin:12px 0;padding:8px 14px 10px}
legend{padding:0 6px;color:var(--dim)}
label{display:inline-flex;gap:6px;align-items:center;min-height:32px}
.file{border:1px solid var(--line);border-radius:8px;margin:0 0 20px;overflow:hidden}
.file h3,.file summary{margin:0;padding:8px 14px;background:var(--soft);border-bottom:1px solid var(--line);font:600 .9rem ui-monospace,monospace;overflow-wrap:anywhere}
.file summary{font-weight:400;cursor:pointer}details.file:not([open]) summary{border-bottom:0}
.code{overflow-x:auto}
.row{display:grid;grid-template-columns:4.5em 1.5em 1fr;font:13px/1.5 ui-monospace,monospace;min-width:max-content}
.row>*{white-space:pre}
.row .n{text-align:right;padding-right:10px;color:var(--dim);user-select:none}
.row.add{background:var(--add)}.row.del{background:var(--del)}
.gap{padding:2px 14px;color:var(--dim);background:var(--soft);font:13px/1.5 ui-monospace,monospace}
.finding{border-left:4px solid var(--line);margin:0;padding:10px 14px;background:var(--bg);border-block:1px solid var(--line)}
.finding.block{border-left-color:var(--block);color:inherit}.finding.warn{border-left-color:var(--warn);color:inherit}.finding.info{border-left-color:var(--info);color:inherit}
.finding:focus{outline:3px solid var(--focus);outline-offset:-3px}
.finding p:last-child{margin-bottom:0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
td.num,th.num{text-align:right;white-space:nowrap}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
footer{max-width:1120px;margin:40px auto 28px;padding:0 20px;color:var(--dim)}
[hidden]{display:none}
@media (max-width:600px){.keys{display:none}main,header,footer{padding-left:14px;padding-right:14px}dl.status{grid-template-columns:1fr;gap:0}dl.status dd{margin-bottom:8px}
.row{grid-template-columns:3em 1.2em 1fr;font-size:12px}
table.stack,table.stack tbody,table.stack tr,table.stack td{display:block}table.stack thead{display:none}table.stack td{border:0;padding:2px 0}
table.stack tr{border-bottom:1px solid var(--line);padding:8px 0}table.stack td.num{text-align:left}table.stack td[data-of]::before{content:attr(data-of) ": ";color:var(--dim)}}
@media print{fieldset,.keys{display:none}}
`.trim();

export const SCRIPT = `
const all=[...document.querySelectorAll('.finding')];
const boxes=[...document.querySelectorAll('input[data-kind]')];
const off=(kind)=>new Set(boxes.filter((b)=>b.dataset.kind===kind&&!b.checked).map((b)=>b.value));
const count=document.getElementById('count');
const apply=()=>{const s=off('severity'),d=off('dimension');
for(const f of all)f.hidden=s.has(f.dataset.severity)||d.has(f.dataset.dimension);
count.textContent=all.filter((f)=>!f.hidden).length+' of '+all.length+' shown';};
for(const b of boxes)b.addEventListener('change',apply);
const go=(step)=>{const seen=all.filter((f)=>!f.hidden);if(seen.length===0)return;
const at=seen.indexOf(document.activeElement);const next=seen[at===-1?(step>0?0:seen.length-1):(at+step+seen.length)%seen.length];
next.focus();next.scrollIntoView({block:'center'});};
document.addEventListener('keydown',(e)=>{if(e.ctrlKey||e.metaKey||e.altKey)return;
if(e.key==='j'||e.key==='n')go(1);else if(e.key==='k'||e.key==='p')go(-1);});
if(count)apply();
`.trim();
