import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { decodeRecord, isOfLaterPage } from "../sync/sync-record.ts"
import { encodeBody, invitationHash, readBody, readInvitation } from "./batch-body.ts"
import { judgeBatch, padded, unpadded } from "./chain.ts"
import {
  base64UrlOf,
  bytesOfBase64,
  encodeHead,
  headBytes,
  isLaterEnvelope,
  isVaultId,
  noBatch,
  readHead,
} from "./envelope.ts"
import { readWords } from "./words.ts"

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const id = bytes(16).map(base64UrlOf)
const hash = bytes(32).map(base64UrlOf)

describe("a batch's head", () => {
  test("is read as it was written, and says nothing of other bytes", () => {
    fc.assert(
      fc.property(id, id, fc.nat(), hash, (batch, writer, number, previous) => {
        const head = { batch, writer, number, previous }
        const whole = new Uint8Array(headBytes + 17)
        whole.set(encodeHead(head))
        expect(readHead(whole)).toEqual(head)
        expect(readHead(whole.subarray(0, headBytes))).toBeUndefined()
        whole[0] = 2
        expect(readHead(whole)).toBeUndefined()
        expect(isLaterEnvelope(whole)).toBe(true)
      }),
    )
  })

  test("base64 says bytes as Node does, in either alphabet", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (any) => {
        expect(base64UrlOf(any)).toBe(Buffer.from(any).toString("base64url"))
        expect([...bytesOfBase64(base64UrlOf(any))]).toEqual([...any])
        expect([...bytesOfBase64(Buffer.from(any).toString("base64"))]).toEqual([...any])
      }),
    )
    expect(isVaultId("a".repeat(22))).toBe(true)
    for (const wrong of ["", "a".repeat(21), "a".repeat(23), `${"a".repeat(21)}=`, 22])
      expect(isVaultId(wrong)).toBe(false)
  })
})

describe("a writer's chain", () => {
  const head = (number: number, previous: string) => ({
    batch: "b".repeat(22),
    writer: "w".repeat(22),
    number,
    previous,
  })
  const [one, two] = ["1".repeat(43), "2".repeat(43)]
  const known = { number: 4, hash: one }

  test.each([
    ["the first of all", undefined, head(0, noBatch), two, "next"],
    ["a first that follows something", undefined, head(0, one), two, "forged"],
    ["the middle of a chain that nobody has read", undefined, head(3, one), two, "gap"],
    ["the one that follows", known, head(5, one), two, "next"],
    ["one that follows another", known, head(5, two), two, "forged"],
    ["one behind a gap", known, head(6, one), two, "gap"],
    ["the last one again", known, head(4, two), one, "read"],
    ["another in the place of the last", known, head(4, two), two, "forged"],
    ["an earlier one", known, head(2, two), two, "read"],
  ] as const)("%s", (_name, place, batch, its, step) => {
    expect(judgeBatch(place, batch, its)).toBe(step)
  })
})

test("what is filled up to a KiB comes back, and a length that cannot be is none", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), (any) => {
      const whole = padded(any)
      expect(whole.length % 1024).toBe(0)
      expect([...(unpadded(whole) ?? [])]).toEqual([...any])
    }),
  )
  expect(unpadded(new Uint8Array([255, 255, 255, 255, 1]))).toBeUndefined()
  expect(unpadded(new Uint8Array(3))).toBeUndefined()
})

test("a batch's words are read as they were written; strangers' are none", () => {
  const body = { device: "d".repeat(22), name: "Celular", records: [{ kind: "x" }], missing: ["m".repeat(22)] }
  expect(readBody(encodeBody(body))).toEqual(body)
  expect(readBody(encodeBody({ ...body, missing: [] }))).toEqual({ ...body, missing: [] })
  const ends = { ...body, allSince: 12, whole: true } as const
  expect(readBody(encodeBody(ends))).toEqual(ends)
  expect(readBody(JSON.stringify({ v: 1, ...body, allSince: "12", whole: 1 }))).toEqual(body)
  for (const text of ["", "{", "[]", "null", '{"v":0}', '{"v":1,"device":"x"}']) expect(readBody(text)).toBeUndefined()
  expect(readBody(JSON.stringify({ ...body, v: 2 }))).toBe("later")
  fc.assert(fc.property(fc.json(), (text) => void readBody(text)))
})

test("an invitation is read from its address, and from nothing else", () => {
  const invitation = { id: "i".repeat(22), key: "k".repeat(22) }
  expect(readInvitation(`https://prosa.example/settings${invitationHash(invitation)}`)).toEqual(invitation)
  expect(readInvitation(` ${invitationHash(invitation)}\n`)).toEqual(invitation)
  for (const text of ["", "#par=", "#par=a.b", `${invitationHash(invitation)}x`, "https://prosa.example/settings"]) {
    expect(readInvitation(text)).toBeUndefined()
  }
})

test("only what a later version of the page writes is of a later one", () => {
  const record = { kind: "folders", id: "a", version: 1, value: { id: "a", name: "Casa" } }
  expect(isOfLaterPage(record)).toBe(false)
  expect(decodeRecord(record)).toMatchObject({ kind: "folders", id: "a" })
  for (const later of [
    { ...record, version: 1_000 },
    { ...record, kind: "dreams" },
  ]) {
    expect(isOfLaterPage(later)).toBe(true)
    expect(decodeRecord(later)).toBeUndefined()
  }
  fc.assert(fc.property(fc.jsonValue(), (one) => decodeRecord(one) === undefined || !isOfLaterPage(one)))
})

describe("twelve words", () => {
  const list = ["abacate", "abaixo", "cachorro", "violão", "zumbir", "janela"]
  const twelve = "abacate abaixo cachorro violão zumbir janela abacate abaixo cachorro violão zumbir janela"

  test("are read however they are typed", () => {
    const { words } = readWords(twelve, list) as { words: readonly string[] }
    expect(words).toHaveLength(12)
    for (const typed of [
      twelve.toUpperCase(),
      twelve.replaceAll("violão", "violao"),
      twelve
        .split(" ")
        .map((word, at) => `${at + 1}. ${word}`)
        .join("\n"),
      twelve.replaceAll(" ", ", "),
      twelve.replaceAll("cachorro", "cach"),
      twelve.normalize("NFD"),
    ]) {
      expect(readWords(typed, list)).toEqual({ words })
    }
  })

  test("a wrong one is named, with the one that was meant", () => {
    expect(readWords(twelve.replace("cachorro", "cachoro"), list)).toEqual({
      trouble: { kind: "unknown", at: 2, word: "cachoro", meant: "cachorro" },
    })
    expect(readWords(twelve.replace("zumbir", "xxxxxxx"), list)).toEqual({
      trouble: { kind: "unknown", at: 4, word: "xxxxxxx", meant: undefined },
    })
    expect(readWords("abacate", list)).toEqual({ trouble: { kind: "count", count: 1 } })
    expect(readWords("", list)).toEqual({ trouble: { kind: "count", count: 0 } })
    expect(readWords(`${twelve} janela`, list)).toEqual({ trouble: { kind: "count", count: 13 } })
  })
})
