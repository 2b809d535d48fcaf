import { describe, expect, it } from "vitest"
import type { Failure } from "../gateway/failure.ts"
import { failureLink, failureText } from "./failure-text.ts"
import { detectLocale, languageTag, localeCodes, localeOfTag, textDirection } from "./locale.ts"
import { loadAllTexts } from "./load-chapter.ts"
import { pt as errors } from "./locales/pt/errors.ts"

describe("the language", () => {
  it("knows the 19 codes", () => {
    expect(localeCodes.join(",")).toBe("cn,en,pt,tw,jp,ko,id,fr,es,it,tr,de,vi,ru,cs,no,ar,bn,sk")
  })

  it("is the saved choice before anything else", () => expect(detectLocale("en", ["pt-BR"])).toBe("en"))

  it("is the browser's language, whatever its region", () => {
    expect(detectLocale(null, ["pt-PT"])).toBe("pt")
    expect(detectLocale(null, ["en-FR"])).toBe("en")
    expect(detectLocale(undefined, ["eo", "pt-BR"])).toBe("pt")
  })

  it("is English when nothing fits, a saved language without texts included", () => {
    expect(detectLocale(null, [])).toBe("en")
    expect(detectLocale("xx", ["tlh"])).toBe("en")
  })

  it("never takes an Argentinian for an Arab", () => {
    expect(localeOfTag("es-AR")).toBe("es")
    expect(localeOfTag("ar-EG")).toBe("ar")
  })

  it.each([
    ["zh-CN", "cn"],
    ["zh", "cn"],
    ["zh-TW", "tw"],
    ["zh-Hant-HK", "tw"],
    ["zh-Hans-HK", "cn"],
    ["zh-MO", "tw"],
    ["nb-NO", "no"],
    ["nn", "no"],
    ["ja-JP", "jp"],
    ["ko-KR", "ko"],
    ["tw-GH", undefined],
    ["", undefined],
  ])("%s is %s", (tag, code) => expect(localeOfTag(tag)).toBe(code))

  it("has a tag for dates and a direction", () => {
    expect([languageTag("cn"), languageTag("tw"), languageTag("pt"), languageTag("jp")]).toEqual([
      "zh-Hans",
      "zh-Hant",
      "pt-BR",
      "ja",
    ])
    expect(localeCodes.filter((code) => textDirection(code) === "rtl")).toEqual(["ar"])
  })

  it("every tag is one Intl takes", () => {
    for (const code of localeCodes) expect(Intl.getCanonicalLocales(languageTag(code))).toHaveLength(1)
  })

  it("has texts in every language", async () => {
    for (const code of localeCodes) expect((await loadAllTexts(code)).errors.unknown).not.toBe("")
  })
})

describe("texts", () => {
  it("none is empty, and none was left in Portuguese", async () => {
    const ptTexts = [...leaves(await loadAllTexts("pt"))]
    const enTexts = new Map(leaves(await loadAllTexts("en")))
    expect(ptTexts.map(([path]) => path)).toEqual([...enTexts.keys()])
    expect([...ptTexts, ...enTexts].filter(([, text]) => text === "")).toEqual([])
    const portuguese = [...enTexts].filter(([, text]) => /[ãõç]/.test(text)).map(([path]) => path)
    expect(portuguese.filter((path) => !path.includes("language"))).toEqual([])
  })
})

function* leaves(texts: object, path = ""): Generator<[path: string, text: string]> {
  for (const [name, value] of Object.entries(texts)) {
    const here = `${path}.${name}`
    if (typeof value === "string") yield [here, value]
    else if (typeof value === "object" && value !== null) yield* leaves(value as object, here)
  }
}

describe("a failure in words", () => {
  const say = (failure: Failure): string => failureText(failure, errors)

  it("says the free message limit with the characters counted, in its fixed words", () => {
    expect(say({ kind: "message-too-long", characters: 20_001, limit: 20_000 })).toBe(
      "Mensagem muito longa! Usuários gratuitos podem enviar no máximo 20000 caracteres por mensagem. Sua mensagem tem 20001 caracteres. Para enviar mensagens maiores, faça upgrade para Premium.",
    )
  })

  it.each([
    [502, "Erro no gateway (502). Tente novamente em alguns segundos."],
    [503, "Serviço temporariamente indisponível (503). Tente novamente em alguns segundos."],
    [504, "Servidor sobrecarregado (504). Tente novamente em alguns segundos."],
  ])("says a %i of the gateway, and that nothing was charged", (status, text) => {
    expect(say({ kind: "http", status, message: "" })).toBe(text)
    expect(say({ kind: "upstream", status, message: "bad" })).toBe(`${text} Nada foi cobrado.`)
  })

  it.each<[Failure, string]>([
    [{ kind: "insufficient-balance" }, "Saldo esgotado"],
    [{ kind: "user-not-found" }, "Usuário não encontrado. Por favor, verifique o código em Configurações"],
    [{ kind: "already-processing" }, "Por favor aguarde 1 minutinho... Verificando algo aqui."],
    [{ kind: "network" }, "Erro de conexão. Tente novamente."],
    [{ kind: "network", unreached: true }, "Erro de conectividade. Verifique sua conexão com a internet."],
    [{ kind: "empty-answer" }, "empty response from server"],
    [{ kind: "http", status: 418, message: "I'm a teapot" }, "Erro no servidor: I'm a teapot"],
    [{ kind: "not-json", status: 200, contentType: "text/html", head: "<html>" }, "text/html"],
    [{ kind: "unauthorized" }, "código de acesso"],
    [{ kind: "model-not-allowed", model: "gpt-5", availableModels: [] }, "não está disponível"],
  ])("says %o in its fixed words", (failure, words) => expect(say(failure)).toContain(words))

  it("promises of a broken answer only what is true: its prompt and all that was generated may be charged", () => {
    expect(say({ kind: "upstream-cut" })).toMatch(/só paga a mensagem e o trecho já gerado/)
    expect(say({ kind: "upstream-cut", uncharged: true })).toMatch(/\(502\).*Nada foi cobrado\.$/)
  })

  it("lists the models one may use once, even when the server listed them already", () => {
    const failure: Failure = { kind: "model-not-allowed", model: "gpt-5", availableModels: ["gpt-4o-mini"] }
    const said = say(failure)
    expect(said).toContain("Modelos disponíveis: gpt-4o-mini.")
    expect(said).toContain("Premium")
    expect(say({ ...failure, message: said })).toBe(said)
  })

  it("does not blame the user for the operator's key", () => {
    expect(say({ kind: "upstream", status: 401, message: "Incorrect API key sk-123" })).not.toContain("sk-123")
  })

  it("links to recharging, upgrading and the access screen where that helps", () => {
    expect(failureLink({ kind: "insufficient-balance", upgradeUrl: "/planos" }, errors)).toContain("(/planos)")
    expect(failureLink({ kind: "unauthorized" }, errors)).toBe("[clique aqui para inserir a chave de acesso](/auth)")
    expect(failureLink({ kind: "network" }, errors)).toBeUndefined()
  })
})
