import { expect, test } from "vitest"
import { longestPartHead } from "./form-bounds.ts"
import { fileIn } from "./form-file.ts"

const boundary = "----limite7"

/** A form as a browser sends it. */
async function sent(form: FormData): Promise<readonly [Buffer, string]> {
  const request = new Request("http://prosa.example", { method: "POST", body: form })
  const [, of = ""] = /boundary=(.+)$/.exec(request.headers.get("content-type") ?? "") ?? []
  return [Buffer.from(await request.arrayBuffer()), of]
}

const raw = (...parts: readonly string[]) =>
  Buffer.from(`${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--\r\n`, "latin1")
const file = (name: string, bytes: string) =>
  `Content-Disposition: form-data; name="${name}"; filename="foto; nova.png"\r\nContent-Type: image/png\r\n\r\n${bytes}`

test("a file is found under its name, byte for byte, among other fields", async () => {
  const bytes = Buffer.from([0, 13, 10, 45, 45, 255, 13, 10, 13, 10])
  const form = new FormData()
  form.set("texto", "Oi")
  form.set("outro", new Blob(["x"]), "outro.txt")
  form.set("file", new Blob([bytes]), "foto do ônibus.png")
  form.set("depois", "Tchau")
  const [body, of] = await sent(form)
  expect(fileIn(body, of, "file")).toEqual(bytes)
  expect(fileIn(body, of, "texto")).toBeUndefined()
  expect(fileIn(body, of, "nada")).toBeUndefined()
})

test("what looks like the boundary within a line of a file is part of it", () => {
  expect(fileIn(raw(file("file", `a--${boundary}b\r\n--b`)), boundary, "file")?.toString()).toBe(
    `a--${boundary}b\r\n--b`,
  )
})

test("an empty file is one, and none is a form that is cut short", () => {
  expect(fileIn(raw(file("file", "")), boundary, "file")).toEqual(Buffer.alloc(0))
  const whole = raw(file("file", "abc"))
  for (let length = 0; length < whole.length - boundary.length - 8; length++)
    expect(fileIn(whole.subarray(0, length), boundary, "file")).toBeUndefined()
})

test("a part without a head is passed over", () => {
  expect(fileIn(raw("", "x", file("file", "abc")), boundary, "file")?.toString()).toBe("abc")
})

test("an empty file may lack the line break of its own", () => {
  const form = Buffer.from(`--${boundary}\r\n${file("file", "")}--${boundary}--\r\n`, "latin1")
  expect(fileIn(form, boundary, "file")).toEqual(Buffer.alloc(0))
})

test("the end of a head is searched for no further than a head may go", () => {
  const padded = (length: number) => `X-Longo: ${"a".repeat(length)}\r\n${file("file", "longe")}`
  expect(fileIn(raw(padded(longestPartHead), file("file", "perto")), boundary, "file")?.toString()).toBe("perto")
  expect(fileIn(raw(padded(longestPartHead - 200)), boundary, "file")?.toString()).toBe("longe")
})
