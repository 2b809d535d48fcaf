import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { hostToShow } from "./link-host.ts"
import { namedHosts } from "./named-hosts.ts"
import { withoutDirectionMarks } from "#core/markdown/direction-marks.ts"
import { needsLook, safeLink } from "./safe-link.ts"
import { countProcessorTime } from "../../testing/processor-time.ts"

describe("safeLink", () => {
  test.each(["https://exemplo.com.br/a?b#c", "http://exemplo.com", "mailto:ana@exemplo.com"])("follows %s", (href) => {
    expect(safeLink(href)).toBeDefined()
  })

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " \u0001javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>1</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://a/b",
    "/api/config",
    "//evil.test/a",
    "#x",
    "",
  ])("never follows %j", (href) => {
    expect(safeLink(href)).toBeUndefined()
  })
})

describe("hostToShow", () => {
  const show = (href: string, text: string) => hostToShow(new URL(href), text)

  test("says nothing beside an honest link", () => {
    expect(show("https://banco.com.br/entrar", "o site do banco")).toBeUndefined()
    expect(show("https://www.banco.com.br/entrar", "https://banco.com.br/entrar")).toBeUndefined()
    expect(show("https://banco.com.br", "www.banco.com.br")).toBeUndefined()
    expect(show("https://a.test/x", "versão 2.0.1 de hoje")).toBeUndefined()
  })

  test("names the real host when the text spells another", () => {
    expect(show("https://evil.test/a", "https://banco.com.br")).toBe("evil.test")
    expect(show("https://evil.test", "banco.com.br")).toBe("evil.test")
    expect(show("https://evil.test", "www.banco.com.br/entrar")).toBe("evil.test")
    expect(show("https://evil.test", "\u202ehttps://banco.com.br")).toBe("evil.test")
    expect(show("https://banco.com.br.evil.test/", "https://banco.com.br/")).toBe("banco.com.br.evil.test")
  })

  test("knows neighbours below a name of Brazil's registry as strangers", () => {
    for (const kind of ["g12", "social", "coop", "sp.gov"]) {
      expect(show(`https://evil.${kind}.br/x`, `escola.${kind}.br`)).toBe(`evil.${kind}.br`)
      expect(show(`https://aluno.escola.${kind}.br/x`, `escola.${kind}.br`)).toBeUndefined()
    }
  })

  test("reads a name in a script without spaces", () => {
    for (const name of ["腾讯.com", "네이버.com", "例え.jp", "请访问腾讯.com吧"])
      expect(show("https://evil.test/x", name)).toBe("evil.test")
    for (const text of ["使用.net开发", "版本2.0。谢谢", "请看github.com"])
      expect(show("https://github.com/x", text)).toBeUndefined()
  })

  test("spells out a host with letters that look like others", () => {
    expect(show("https://b\u0430nco.com.br/", "https://b\u0430nco.com.br/")).toBe("xn--bnco-53d.com.br")
  })
})

describe("a host is found wherever the text names it", () => {
  test.each([
    "Entre em banco.com.br agora",
    "banco\u200b.com.br",
    "banco\u00ad.com\u2060.br",
    "banco。com。br",
    "banco．com．br",
    "banco｡com｡br",
    "(banco.com.br)",
    "“banco.com.br”",
    "'banco.com.br'",
    "«banco.com.br»",
    "[banco.com.br]",
    "banco[.]com[.]br",
    "banco(.)com{.}br",
    "BANCO.COM.BR",
    "ｂａｎｃｏ．ｃｏｍ",
    "𝐛𝐚𝐧𝐜𝐨.𝐜𝐨𝐦",
    "ʙᴀɴᴄᴏ.ᴄᴏᴍ",
    "bаnco.com",
    "bancoꓸcom",
    "https://banco.com@evil.test/",
    "https://evil.test@banco.com/",
    "evil.test (antes banco.com)",
    "veja,banco.com;já",
    "site:banco.com",
    "banco.com.",
    "banco.com...",
    "_banco.com_",
    "**banco.com**",
    "http://localhost/x",
    "http://2130706433/",
    "https://[::1]/",
    "127.0.0.1",
    "192.168.0.1:8080/painel",
    "ftp://banco.com",
    "banco.com:443",
    "banco.com/evil.test",
    "请访问www.banco.com查看",
    "例え。コム",
    "xn--bnco-53d.com",
    "банк.рф",
    "banco.zip",
    "ana@banco.com",
    "x.co",
    "\u2066https://banco.com\u2069",
    "banco.\u0332com",
    ...[..."٠۰܂꘎𐩐𝅭ꞏ·・･ㆍ丶•∙⋅ᐧ᛫⸱⸳⸰۔˙་⠂⠄𐄁"].map((dot) => `paypal${dot}com`),
    "x\u0387com",
    "paypaŀcom",
    "paypal\u0358com",
    "entre no paypal·com.br hoje",
    "paypal%2ecom",
    "paypal%2Ecom",
    "paypal%E3%80%82com",
    "%ffpaypal%2ecom",
    "https%3A%2F%2Fpaypal.com",
    ...[..."\u2800\u115f\u1160\u3164\uffa0\u{1d159}\u2000\u2005\u2009\u200a\u202f\u205f"].flatMap((blank) => [
      `pay${blank}pal.com`,
      `paypal${blank}.com`,
      `paypal.${blank}com`,
      `paypal.com${blank}123`,
    ]),
    "paypal.properties",
    "localhost:3000",
    "abra localhost/admin",
    "[::1]",
    "[::1]:3000",
    "veja ::1.",
    "2001:db8::1",
    "127.0.1",
    "127.1",
    "0x7f.0.0.1",
    "0177.0.0.1",
  ])("%j is told beside a link to another one", (text) => {
    const link = new URL("https://evil.test/banco.com")
    expect(needsLook(link, text)).toBe(true)
    expect(hostToShow(link, text)).toBe("evil.test")
  })

  test.each([
    ["https://a.test/x", "p.ex., e.g. i.e. etc."],
    ["https://a.test/x", "versão 3.5, v1.2 e 2.0.1"],
    ["https://a.test/x", "README.md, main.rs, setup.py, install.sh"],
    ["https://a.test/x", "index.js, Node.js, style.css e package.json"],
    ["https://a.test/x", "Promise.all() e console.log()"],
    ["https://a.test/x", "R$ 1.234,56 às 10.30"],
    ["https://a.test/x", "你好。谢谢。"],
    ["https://a.test/x", "Fim. Começo"],
    ["https://a.test/x", "um ... dois"],
    ["https://a.test/x", "novel·la, col·legi, N·m, J·kg, 12·cm e トム・ハンクス"],
    ["https://a.test/x", "عام ٢٠٢٠م و ٢٠٢٠ميلادي"],
    ["https://a.test/x", "M.\u202fDupont, Dr.\u2009Müller, z.\u2009B. 10\u202f000"],
    ["https://a.test/x", "application.properties, messages_pt.properties e pom.xml"],
    ["https://a.test/x", "às 10:30:45 em localhost, std::vector, 100%25"],
    ["http://[::1]:3000/", "[::1]:3000"],
    ["http://127.0.0.1/", "127.0.1"],
    ["https://banco.com.br/x", "請造訪www.banco.com.br查看"],
    ["https://login.banco.com.br/", "banco.com.br"],
    ["https://banco.com.br/", "app.banco.com.br"],
    ["https://login.banco.com/", "app.banco.com"],
    ["https://app.banco.blogspot.com.br/", "banco.blogspot.com.br"],
    ["https://www.g1.globo.com/a", "Notícia (fonte: G1.Globo.com)"],
    ["http://127.0.0.1:8080/", "127.0.0.1:8080"],
    ["http://localhost:3000/", "http://localhost:3000"],
  ])("nothing is told beside %s: %j", (href, text) => {
    expect(hostToShow(new URL(href), text)).toBeUndefined()
  })

  test.each([
    ["https://evil.com.br/", "banco.com.br"],
    ["https://evil.github.io/", "banco.github.io"],
    ["https://evil.co.uk/", "banco.co.uk"],
    ["https://evil.blogspot.com.br/", "banco.blogspot.com.br"],
    ["https://evil.blogspot.co.uk/", "bbc.blogspot.co.uk"],
    ["https://evil.blogspot.pt/", "banco.blogspot.pt"],
    ["https://evil.s3.amazonaws.com/", "bank.s3.amazonaws.com"],
    ["https://evil.s3.us-east-1.amazonaws.com/", "bank.s3.us-east-1.amazonaws.com"],
    ["https://evil.blob.core.windows.net/", "bank.blob.core.windows.net"],
    ["https://evil.myshopify.com/", "bank.myshopify.com"],
    ["https://evil.notion.site/", "bank.notion.site"],
    ["https://pal.com/", "pay\u2800pal.com"],
    ["https://10.0.0.2/", "10.0.0.1"],
    ["https://banco.com.evil.test/", "banco.com"],
    ["https://evilbanco.com/", "banco.com"],
  ])("neighbours are strangers: %s is told beside %j", (href, text) => {
    expect(hostToShow(new URL(href), text)).toBe(new URL(href).host)
  })

  test("a link that hides its host behind a name tells it", () => {
    expect(hostToShow(new URL("https://banco.com@evil.test/"), "entre aqui")).toBe("evil.test")
  })

  test("a mail goes to where its text says", () => {
    expect(hostToShow(new URL("mailto:ana@evil.test"), "ana@banco.com")).toBe("ana@evil.test")
    expect(hostToShow(new URL("mailto:ana@banco.com"), "ana@banco.com")).toBeUndefined()
    expect(hostToShow(new URL("mailto:ana@banco.com"), "escreva para nós")).toBeUndefined()
    expect(hostToShow(new URL("mailto:bia@banco.com,ana@banco.com"), "ana@banco.com")).toBeUndefined()
    for (const more of [
      "evil@evil.test,ana@banco.com",
      "?to=evil@evil.test",
      "evil%40evil.test",
      "ana@banco.com?cc=evil@evil.test",
      "ana@banco.com?subject=oi&BCC=evil%40evil.test",
    ])
      expect(hostToShow(new URL(`mailto:${more}`), "ana@banco.com")).toContain("evil@evil.test")
  })

  test("any text ends in an answer, and a long one soon", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void hostToShow(new URL("https://a.test"), text)))
    for (const piece of [
      "a.",
      "a",
      ".",
      "-",
      "a://",
      "://",
      "@",
      "_.",
      "。",
      "1.",
      "banco.com ",
      "例",
      "\u200b",
      "x@",
      "%2e",
      "a·",
      "·com",
      "a:",
      "::",
      "localhost",
      "\u2009",
      "\u2800a.",
    ]) {
      const spentMs = countProcessorTime()
      const text = piece.repeat(100_000 / piece.length)
      namedHosts(text)
      hostToShow(new URL("https://a.test"), text)
      // A hang, not a speed: what is quadratic takes minutes here.
      expect(spentMs()).toBeLessThan(2_000)
    }
  })
})

test("a text that nobody reads to its end is not searched to its end: its link shows where it leads", () => {
  const spentMs = countProcessorTime()
  // Each of these letters is eighteen, written out.
  const text = `${"\ufdfa".repeat(100_000)} palavras`
  expect(needsLook(new URL("https://a.test/"), text)).toBe(true)
  expect(hostToShow(new URL("https://a.test/"), text)).toBe("a.test")
  expect(spentMs()).toBeLessThan(100)
})

test("a link that is its own text, or plain words, needs no closer look", () => {
  const link = new URL("https://banco.com.br/")
  for (const text of ["https://banco.com.br/", "https://banco.com.br", "banco.com.br", "o site do banco (oficial)"]) {
    expect(needsLook(link, text)).toBe(false)
    expect(hostToShow(link, text)).toBeUndefined()
  }
})

test.each(["A página", "Ещё слово", "المزيد هنا", "東京のカフェ (2)", "서울", "Đọc tiếp", "İçin"])(
  "plain words need no closer look: %j",
  (text) => {
    expect(needsLook(new URL("https://a.test/"), text)).toBe(false)
  },
)

test("a link's text cannot be turned around", () => {
  expect(withoutDirectionMarks("\u202emoc.live")).toBe("moc.live")
})
