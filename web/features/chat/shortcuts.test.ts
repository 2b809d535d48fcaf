import { describe, expect, it, test } from "vitest"
import { lastCodeBlock } from "./last-code-block.ts"
import { shortcutOf } from "./shortcuts.ts"

const none = { code: "", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }

describe("A shortcut", () => {
  it.each([
    [{ key: "O", ctrlKey: true, shiftKey: true }, "newChat"],
    [{ key: "o", metaKey: true, shiftKey: true }, "newChat"],
    [{ key: "Escape", shiftKey: true }, "focusInput"],
    [{ key: "C", ctrlKey: true, shiftKey: true }, "copyReply"],
    [{ key: ":", ctrlKey: true, shiftKey: true }, "copyCode"],
    [{ key: ";", ctrlKey: true, shiftKey: true }, "copyCode"],
    [{ key: "/", ctrlKey: true }, "showShortcuts"],
    [{ key: "/", ctrlKey: true, shiftKey: true }, "showShortcuts"],
  ] as const)("is told by the letter, on every keyboard: %j", (press, name) => {
    expect(shortcutOf({ ...none, ...press })).toBe(name)
  })

  it.each([
    { key: "c", ctrlKey: true },
    { key: "O", shiftKey: true },
    { key: "o", ctrlKey: true, shiftKey: true, altKey: true },
    { key: "/" },
    { key: "Escape" },
  ])("is none of the browser's own keys: %j", (press) => {
    expect(shortcutOf({ ...none, ...press })).toBeUndefined()
  })
})

test("the last code block is the last of the latest text that has one", () => {
  const earlier = "```js\num()\n```\ne\n~~~\ndois\n~~~"
  expect(lastCodeBlock([earlier, "sem código"])).toBe("dois")
  expect(lastCodeBlock(["nada"])).toBeUndefined()
})

test("a code block holds shorter fences, and counts while it still grows", () => {
  expect(lastCodeBlock(["````md\n```js\nx\n```\n````"])).toBe("```js\nx\n```")
  expect(lastCodeBlock(["Veja:\n```py\nprint(1)"])).toBe("print(1)")
})
