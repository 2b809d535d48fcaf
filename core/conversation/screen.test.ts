import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { pt as errors } from "../i18n/locales/pt/errors.ts"
import { pt as composer } from "../i18n/locales/pt/first/composer.ts"
import { commandNames, parseCommand } from "./commands.ts"
import { errorEmoji } from "./error-emoji.ts"
import { messageNotice } from "./message-notice.ts"
import { revealNext } from "./reveal.ts"
import { suggestCommands } from "./suggest-commands.ts"

describe("the reveal", () => {
  it("shows 1/60 of the buffered text per frame, at least one character", () => {
    expect(revealNext("a".repeat(600), 0)).toBe(10)
    expect(revealNext("a".repeat(600), 590)).toBe(591)
    expect(revealNext("abc", 3)).toBe(3)
  })

  it("always arrives, never goes back and never shows half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        let shown = 0
        while (shown < text.length) {
          const next = revealNext(text, shown)
          expect(next).toBeGreaterThan(shown)
          expect(next).toBeLessThanOrEqual(text.length)
          // Half a surrogate pair cannot be encoded.
          expect(() => encodeURIComponent(text.slice(0, next))).not.toThrow(URIError)
          shown = next
        }
      }),
    )
  })
})

describe("the emoji of an error", () => {
  it.each([
    ["O modelo gpt-5 não está disponível.", "🚫"],
    ["Saldo insuficiente", "💰"],
    ["Confira seu código de acesso.", "🔑"],
    ["403 Forbidden", "🔒"],
    ["Erro de conexão. Tente novamente.", "⚠️"],
  ])("of '%s' is %s", (said, emoji) => expect(errorEmoji(said, "http")).toBe(emoji))

  it("is the same in a language without those words", () => {
    expect(errorEmoji("Insufficient balance", "insufficient-balance")).toBe("💰")
  })
})

describe("the notice under an answer", () => {
  it("says what failed and links to what helps", () => {
    const failure = { kind: "insufficient-balance", upgradeUrl: "https://planos.example" } as const
    const { emoji, words, link } = messageNotice(failure, "gpt-5", errors)
    expect(emoji).toBe("💰")
    expect(words).toMatch(/^Saldo esgotado/)
    expect(link).toContain("](https://planos.example)")
  })

  it("says 'Erro desconhecido' when there is nothing to say", () => {
    expect(messageNotice({ kind: "unauthorized", message: " " }, "gpt-5", errors).words).toBe("Erro desconhecido")
  })

  it("suggests gpt-4.1 or a shorter text when o3's retries ran out, beside what happened", () => {
    const failure = { kind: "upstream", status: 504, message: "" } as const
    const { words, advice } = messageNotice(failure, "o3", errors)
    expect(words).toContain("Servidor sobrecarregado (504)")
    expect(advice).toContain("gpt-4.1")
    expect(messageNotice(failure, "gpt-5", errors).advice).toBeUndefined()
  })

  it("has a body that is JSON apart from the words", () => {
    const failure = { kind: "http", status: 500, message: '{"detail":"x"}' } as const
    const { words, json } = messageNotice(failure, "gpt-5", errors)
    expect([words, json]).toEqual(["Erro no servidor:", '{"detail":"x"}'])
    const upstream = messageNotice({ kind: "upstream", status: 500, message: '{"a":[1]}' }, "gpt-5", errors)
    expect(upstream.words).toBe("O provedor do modelo recusou o pedido (500). Nada foi cobrado.")
    expect(upstream.json).toBe('{"a":[1]}')
    expect(messageNotice({ ...failure, message: "[sic] {" }, "gpt-5", errors).json).toBeUndefined()
  })
})

describe("commands", () => {
  it("are new, newm, next, prev, clear, fork and del, after a colon", () => {
    expect(commandNames.map((name) => parseCommand(`:${name}`))).toEqual([...commandNames])
    expect(parseCommand(" ：del ")).toBe("del")
    expect(parseCommand(":New")).toBe("new")
    expect(parseCommand(":clear context")).toBe("clear")
  })

  it("need their colon: the word alone is a message", () => {
    expect(["del", "clear", "toString", ":toString", ":", ": del", ":del agora", ""].map(parseCommand)).toEqual(
      Array.from({ length: 8 }, () => undefined),
    )
  })

  it("are offered while they are typed", () => {
    expect(suggestCommands(":")).toEqual(commandNames)
    expect(suggestCommands("：ne")).toEqual(["new", "newm", "next"])
    expect(suggestCommands("ne")).toEqual([])
    expect(suggestCommands(":D")).toEqual([])
    expect(suggestCommands(":x y")).toEqual([])
  })

  it("are found by what they do, and by a name that is nearly right", () => {
    const describe = (name: keyof typeof composer.commands) => composer.commands[name]
    expect(suggestCommands(":excluir", describe)).toEqual(["del"])
    expect(suggestCommands(":clar", describe)).toEqual(["clear"])
    expect(suggestCommands("：próxima", describe)).toEqual(["next"])
    expect(suggestCommands(":p", describe)).toEqual(["prev"])
    expect([":claer", ":foork", ":nwe", ":dek", ":Prv"].map((slip) => suggestCommands(slip)[0])).toEqual([
      "clear",
      "fork",
      "new",
      "del",
      "prev",
    ])
    expect([":bogus", ":smile", ":joy", ":DD"].flatMap((text) => suggestCommands(text, describe))).toEqual([])
  })
})
