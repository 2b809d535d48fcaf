import { expect, test } from "vitest"
import { textOfHtml } from "./html-text.ts"

test("of a page its text, without scripts, in linear time", () => {
  const html = `<!doctype html><html><head><title>T</title></head><body><h1>Olá &amp; bem-vind&#111;</h1>
    <script>alert("x</p>")</script><style>p{}</style><p>Um<br>dois</p><!-- <p>não</p> --><img src=x onerror=alert(1)>
    <table><tr><td>a</td><td>b</td></tr></table></body></html>`
  expect(textOfHtml(html)).toBe("Olá & bem-vindo\n\nUm\ndois\n\na b")
  expect(textOfHtml("<script>".repeat(200_000))).toBe("")
  expect(textOfHtml("<p".repeat(200_000))).toBe("")
})

test("a head whose end is left out hides nothing of the page but its title", () => {
  expect(textOfHtml("<html><head><title>T</title><meta charset=utf-8><body><p>Oi")).toBe("Oi")
  expect(textOfHtml("<!doctype html><title>T</title><link rel=x><p>Oi</p>")).toBe("Oi")
  expect(textOfHtml("<head><style>p{}</style><header>Oi</header>")).toBe("Oi")
})

test("a picture that is closed at once hides nothing, and one that is not hides what is in it", () => {
  expect(textOfHtml('<p>Um <svg class="x"/> dois</p>')).toBe("Um dois")
  expect(textOfHtml("<p>Um <SVG><title>x</title></Svg> dois</p>")).toBe("Um dois")
  expect(textOfHtml("<p>Um <script/>x</script> dois</p>")).toBe("Um dois")
})

test("letters whose small forms are longer move nothing", () => {
  expect(textOfHtml(`${"İ".repeat(30)}<script>a()</SCRIPT>depois`)).toBe(`${"İ".repeat(30)}depois`)
})

test("a sign that begins no tag is text, and an empty comment hides nothing", () => {
  expect(textOfHtml("<p>1 < 2 e 3 > 2<!-->, sim<!---->.</p>")).toBe("1 < 2 e 3 > 2, sim.")
  expect(textOfHtml("< ".repeat(200_000)).length).toBe(399_999)
  expect(textOfHtml("<svg/>".repeat(200_000))).toBe("")
})
