import { describe, expect, test } from "vitest"
import { hostToShow, safeLink, withoutDirectionMarks } from "./safe-link.ts"

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

  test("spells out a host with letters that look like others", () => {
    expect(show("https://b\u0430nco.com.br/", "https://b\u0430nco.com.br/")).toBe("xn--bnco-53d.com.br")
  })
})

test("a link's text cannot be turned around", () => {
  expect(withoutDirectionMarks("\u202emoc.live")).toBe("moc.live")
})
