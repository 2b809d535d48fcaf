import { describe, expect, test } from "vitest"
import { pendingAnswer, userMessage, type Message } from "../conversation/message.ts"
import { isPageSource, titleOfPage, wholePage } from "./page-source.ts"
import { shareableOf } from "./share-items.ts"

const answer = (content: string, more: Partial<Message> = {}): Message => ({
  ...pendingAnswer("a", 2, "gpt-5"),
  streaming: false,
  content,
  ...more,
})

describe("what of a conversation may be shared", () => {
  test("is words and pictures of questions, never files, thoughts, costs or failures", () => {
    const question = userMessage("q", 1, [
      { type: "text", text: "Resuma isto" },
      { type: "text", text: "segredo do arquivo", file: { name: "a.pdf", sizeBytes: 1 } },
      { type: "image_url", image_url: { url: "nk-image:abc/1x1" } },
    ])
    const shared = shareableOf([
      question,
      answer("Resumo.", { reasoning: "segredo pensado", cost: 5 as never }),
      answer("", { isError: true }),
      { ...answer("meia resp"), streaming: true },
      { id: "s", date: 0, role: "system", content: "segredo do sistema" },
    ])
    expect(shared).toEqual({
      items: [
        { from: "human", value: "Resuma isto", pictures: ["nk-image:abc/1x1"] },
        { from: "gpt", value: "Resumo.", pictures: [] },
      ],
      models: ["gpt-5"],
    })
    expect(JSON.stringify(shared)).not.toContain("segredo")
  })
})

describe("code that is a page", () => {
  test.each([
    ["<!DOCTYPE html><p>", "", true],
    ["<div>parte</div>", "html", true],
    ["\n<svg viewBox='0 0 1 1'></svg>", "", true],
    ["<?xml version='1.0'?>\n<svg></svg>", "xml", true],
    ["<?xml version='1.0'?><feed/>", "xml", false],
    ["const a = '<html>'", "js", false],
    ["", "html", false],
  ])("%s (%s)", (code, language, expected) => {
    expect(isPageSource(code, language)).toBe(expected)
  })

  test("has its own title, and a drawing a frame around it", () => {
    expect(titleOfPage("<html><title>\n Calculadora  de reajuste</title>")).toBe("Calculadora de reajuste")
    expect(titleOfPage("<p>")).toBe("")
    expect(wholePage("<svg></svg>")).toMatch(/^<!doctype html>.*<svg><\/svg>$/)
    expect(wholePage("<!doctype html><p>")).toBe("<!doctype html><p>")
  })
})
