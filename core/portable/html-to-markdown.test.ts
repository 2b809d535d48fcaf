import { expect, test } from "vitest"
import { htmlToMarkdown } from "./html-to-markdown.ts"

test.each([
  ["a < b e <b>c</b> <", "a < b e **c** <"],
  ["<SVG><path/></Svg>fim<ScRiPt>x</sCrIpT>!", "fim!"],
  ["İİİ<style>x</style>depois", "İİİdepois"],
  ["<table><tr><th>a</th></tr><tr><td><p>x</p><p>y</p>z<br>w</td></tr></table>", "| a |\n| --- |\n| x y z w |"],
  ['<ol start="3"><li>três</li><li><p>quatro</p></li></ol>', "3. três\n4. quatro"],
  ["<ul><li></li><li>b</li></ul>", "-\n- b"],
])("%j is %j", (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown)
})

test.each(["< ", "<svg></svg>", "<>", "<a", "</ ", "<!"])(
  "takes a time in proportion to a text of nothing but %j",
  (piece) => {
    expect(htmlToMarkdown(piece.repeat(150_000)).length).toBeLessThanOrEqual(300_000)
  },
)
