import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestCode, type TestGateway, startGateway } from "../../testing/gateway.ts"

import { startProsaInProcess } from "../../testing/prosa-in-process.ts"

/*
 * What somebody may write to make a shared page do more than show words: each is sent as a question, as an answer and as the
 * title, and the page is read as a browser would get it.
 */

let gateway: TestGateway
let code: TestCode
beforeAll(async () => {
  gateway = await startGateway({
    pretend: true,
    env: { PUBLIC_URL: "https://prosa.example" },
    start: startProsaInProcess,
  })
  code = await gateway.code("premium", 5)
})
afterAll(() => gateway.stop())

const upload = "AbCdEfGhIjKlMnOpQrStUv"
const cases: Readonly<Record<string, string>> = {
  script: "<script>alert(1)</script><SCRIPT/SRC=//evil.example></SCRIPT ><scr<script>ipt>",
  "elements that load or act": [
    '<img src=x onerror=alert(1)><img srcset="https://evil.example/a 1x"><svg/onload=alert(1)><style>*{color:red}</style>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe><base href="https://evil.example/"><object data="x"></object>',
    '<meta http-equiv=refresh content="0;url=https://evil.example"><link rel=stylesheet href=//evil.example/x.css>',
    "<form action=https://evil.example><button formaction=javascript:alert(1)>",
  ].join("\n\n"),
  "the end of what stands around it":
    "</p></article></main></body></html><!-- --> ]]> <![CDATA[ <?php x ?> \"'><b onclick=x>",
  "names of mathematics": "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  entities:
    "&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x onerror=alert(1)&#62; &#x3c;svg&#x3E; &quot;onload=&quot;",
  "links that run": [
    "[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](java&#115;cript:alert(1)) [d](&#x6A;avascript:alert(1))",
    "[e](java\tscript:alert(1)) [f](<java\nscript:alert(1)>) [g](\u0001javascript:alert(1)) [h](vbscript:x)",
    "[i](data:text/html;base64,PHNjcmlwdD4=) [j](blob:https://prosa.example/x) [k](intent://x#Intent;end)",
    "<javascript:alert(1)> [l][r] ![m](javascript:alert(1)) ![n](data:image/svg+xml,<svg/onload=alert(1)>)",
    "",
    "[r]: javascript:alert(1)",
  ].join("\n"),
  "links without a scheme": `[a](//evil.example) [b](\\\\evil.example) [c](/api/codes/erase) [d](?x) [e](#x) [f](/api/cache/${upload}.png/../../x)`,
  "attributes in addresses and titles": [
    `[a](https://evil.example/"onmouseover="alert(1)) [b](https://evil.example 'x" onmouseover="alert(1)')`,
    `![c](https://evil.example/x.png"onerror="alert(1)) ![d" onerror="alert(1)](/api/cache/${upload}.png "e' onload='x")`,
    `![f](https://evil.example/api/cache/${upload}.png)`,
  ].join("\n\n"),
  "addresses with signs that nobody sees":
    "https://evil.example/\u0000\u0007\"onclick=x <https://evil.example/\u202egnp.exe\u2066> http://a\u0000b.example https://evil.example/\u200b' onclick='x",
  "brackets in brackets": `${"[".repeat(300)}a${"](https://evil.example/".repeat(300)} ${"![".repeat(200)}b ${"**a_".repeat(200)} ${"> ".repeat(200)}c`,
  "a flood of openings": `${"\\(".repeat(3_000)} ${"$$".repeat(2_000)} ${"\\[".repeat(2_000)} ${"`".repeat(3_001)}`,
  "code and its language":
    '```html" onload="alert(1)\n<script>alert(1)</script>\n```\n\n~~~js><script>\n</code></pre><script>\n~~~\n\n`<script>`',
  "a table":
    '| <script>alert(1)</script> | [x](javascript:alert(1)) |\n|:--|--:|\n| `</td><img src=x onerror=alert(1)>` | "> |',
  formulas: [
    "$\\href{javascript:alert(1)}{x}$ $\\url{javascript:alert(1)}$ $\\htmlData{a=b}{c}$ $\\htmlStyle{color:red}{d}$",
    "$\\includegraphics{https://evil.example/x.png}$ $\\text{</annotation></math><script>alert(1)</script>}$",
    "$\\def\\x{\\x\\x}\\x$ $\\color{red;background:url(https://evil.example)}{e}$",
  ].join("\n\n"),
  templates:
    "{{constructor.constructor('alert(1)')()}} ${process.env.HOME} <%= 7*7 %> #{7*7} $& $' $` $1 [[${7*7}]] %s",
}

test.each(Object.entries(cases))("%s", async (_, hostile) => {
  // Where a mark would hold what follows it, the end stands in a paragraph of its own.
  const value = `${hostile}\n\nATÉ O FIM`
  const title = hostile.slice(0, 200)
  const made = await fetch(`${gateway.url}/sharegpt`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer nk-${code.code}` },
    body: JSON.stringify({
      title,
      models: [title.slice(0, 80)],
      items: ["human", "gpt"].map((from) => ({ from, value })),
    }),
  })
  expect(made.status).toBe(200)
  const { id } = (await made.json()) as { readonly id: string }
  const pages: string[] = []
  for (let number = 1; ; number++) {
    const reply = await fetch(`${gateway.url}/s/${id}/${number}`)
    if (reply.status === 404) break
    expect(reply.headers.get("content-security-policy")).toContain("default-src 'none'")
    pages.push(await reply.text())
  }
  const page = pages.join("")
  for (const element of elementsIn(page)) expect(element).toSatisfy(isHarmless)
  const articles = pages.flatMap((one) => /<article.*<\/article>/s.exec(one) ?? []).join("")
  expect(articles.split("ATÉ O FIM")).toHaveLength(3)
  const meta = (name: string) =>
    read(new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(page)?.[1] ?? "")
  expect(meta("title")).toBe(title.trim())
  expect(value.replaceAll(/\s+/g, " ")).toContain(meta("description").replace(/…$/, ""))
})

interface Element {
  readonly name: string
  readonly attributes: readonly (readonly [string, string])[]
}

/** The elements of a page. Ours has every sign of HTML that is not a tag escaped, so that a tag ends with the first `>`. */
function elementsIn(page: string): readonly Element[] {
  const bare = page.replace(/<style>[^<]*<\/style>/, "").replace(/^<!doctype html>/, "")
  const tags = bare.match(/<[^>]*>?/g) ?? []
  return tags
    .filter((tag) => !tag.startsWith("</"))
    .map((tag) => ({
      name: /^<([^\s/>]*)/.exec(tag)?.[1] ?? "",
      attributes: [...tag.matchAll(/\s([^\s=>]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [
        name,
        read(value),
      ]),
    }))
}

const plain =
  "html head title body header main footer article h1 h2 h3 h4 h5 h6 p br hr em strong s code pre ul ol li blockquote small bdi span div nav table thead tbody tr th td details summary label textarea button"
const mathematics =
  "math semantics annotation mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle mpadded mphantom menclose merror"
const known = new Set(`${plain} ${mathematics} a img form meta link`.split(" "))
const ownAttributes: Readonly<Record<string, RegExp>> = {
  lang: /^[\w-]+$/,
  dir: /^(ltr|rtl|auto)$/,
  tabindex: /^0$/,
  style: /^text-align:(left|right|center)$/,
  rel: /^(nofollow noopener noreferrer ugc|prev|next|icon)$/,
  target: /^_blank$/,
  href: /^(https?:\/\/|mailto:|\/chat\?shared=[\w-]{22}$|\/s\/[\w-]{22}|\/favicon\.svg$|\/api\/cache\/[\w-]{22}\.[a-z]{3,4}$)/i,
  src: /^(\/favicon\.svg|\/api\/cache\/[\w-]{22}\.[a-z]{3,4})$/,
  action: /^\/s\/[\w-]{22}\/report$/,
  method: /^post$/,
  loading: /^lazy$/,
  start: /^\d+$/,
}
/** Attributes whose value is only shown, or only of a form of ours. */
const words = new Set(
  "class alt title content property name charset width height rows maxlength xmlns display encoding".split(" "),
)
const ofMathematics =
  /^(mathvariant|mathcolor|mathbackground|stretchy|fence|separator|lspace|rspace|minsize|maxsize|columnalign|columnspacing|rowspacing|scriptlevel|displaystyle|accent|accentunder|linethickness|depth|voffset|movablelimits|symmetric|form|largeop|notation)$/

function isHarmless({ name, attributes }: Element): boolean {
  return known.has(name) && attributes.every(([key, value]) => isHarmlessAttribute(name, key, value))
}

function isHarmlessAttribute(element: string, key: string, value: string): boolean {
  if (ofMathematics.test(key)) return !/url|expression|;/i.test(value)
  const allowed = ownAttributes[key]
  return allowed ? allowed.test(value) : words.has(key) && (element !== "meta" || key !== "http-equiv")
}

/** What an attribute says. */
function read(written: string): string {
  const signs: Readonly<Record<string, string>> = {
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#39;": "'",
    "&amp;": "&",
  }
  return written.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (sign) => signs[sign] ?? sign)
}
