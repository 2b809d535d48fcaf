/**
 * The style of the pages for shared links: the product's colours (`web/ui/tokens.css`) and the reader's own fonts, so that such a
 * page is there within a second on a bad line.
 */
export const shareStyle = `
:root{color-scheme:light dark;--page:light-dark(#fafafa,#151515);--raised:light-dark(#fff,#232322);--line:light-dark(#e2e1de,#333331);--ink:light-dark(#1c1b19,#ecebe7);--soft:light-dark(#55534d,#b3b1aa);--accent:light-dark(#0b6b4f,#5fd0a5);--on-accent:light-dark(#fff,#06281c);--wash:light-dark(#e3f2ec,#14322a)}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.6 "Noto Sans",system-ui,sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:46rem;margin:0 auto;padding:0 16px}
header{display:flex;align-items:center;gap:8px;padding-block:20px 8px;font-size:.875rem;color:var(--soft)}
h1{margin:8px 0 0;font-size:1.375rem;line-height:1.3}
h2,.facts{font-size:.8125rem;color:var(--soft)}
.facts{margin:4px 0 16px}
article{margin:16px 0}
article>h2{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
article.human{width:fit-content;max-width:88%;margin-inline-start:auto;padding:10px 16px;background:var(--wash);border-radius:18px;border-end-end-radius:4px;white-space:pre-wrap}
article.human p{margin:0}
article div :is(h1,h2,h3,h4,h5,h6){margin:1.2em 0 .4em;font-size:1.0625rem;color:var(--ink)}
img{max-width:100%;height:auto;border-radius:12px}
header img{border-radius:0}
pre,code,math{direction:ltr;unicode-bidi:isolate;text-align:start}
pre,.wide{overflow:auto;margin:12px 0;border:1px solid var(--line);border-radius:12px;background:var(--raised)}
pre{padding:12px 16px;font:.875rem/1.5 ui-monospace,"Cascadia Mono",monospace;overflow-wrap:normal}
code{font-family:ui-monospace,"Cascadia Mono",monospace;font-size:.875em}
pre code{font-size:inherit}
table{border-collapse:collapse;min-width:100%;font-size:.9375rem}
th,td{padding:8px 12px;text-align:start;border-bottom:1px solid var(--line);vertical-align:top}
tr:last-child td{border-bottom:0}
blockquote{margin:12px 0;padding-inline-start:16px;border-inline-start:3px solid var(--line);color:var(--soft)}
math[display=block]{overflow-x:auto;overflow-y:hidden}
a{color:var(--accent)}
small{color:var(--soft)}
hr{border:0;border-top:1px solid var(--line)}
nav{display:flex;justify-content:space-between;align-items:center;gap:12px;margin:24px 0;font-size:.9375rem}
nav a{display:inline-flex;align-items:center;min-height:44px}
footer{display:flex;flex-wrap:wrap;gap:12px;align-items:start;padding-block:12px 32px}
.button,button,summary{display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:0 20px;border-radius:14px;border:1px solid var(--line);background:var(--raised);color:var(--ink);font:inherit;font-weight:700;text-decoration:none;cursor:pointer}
.button{flex:1;background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
summary{font-weight:400;list-style:none}
details[open]{flex-basis:100%}
form{display:grid;gap:12px;margin-top:12px}
label{display:grid;gap:6px}
textarea{padding:10px 12px;border:1px solid var(--soft);border-radius:12px;background:var(--raised);color:inherit;font:inherit}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:20rem){footer{flex-direction:column;align-items:stretch}}
`
