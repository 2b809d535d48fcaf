import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ChatMessage } from "../gateway/chat-request.ts"
import { filesOf, imagesOf, contentText, wordsOf } from "../gateway/content.ts"
import { attachmentsOf, contentWith, fileTextOf, type Attachment } from "./attachment.ts"
import { attachedPart, fileKind, largestFileCharacters, textEncoding } from "./file-kind.ts"
import { dataUrlLength, encodingRound, firstFittingRound, imageLimitCharacters } from "./image-encoding.ts"
import { imageReference, readImageReference, storedImageIds } from "./image-reference.ts"
import { pendingAnswer, userMessage } from "./message.ts"
import { imageNotes } from "./image-notes.ts"
import { withImageData } from "./sent-images.ts"

const photo = (id: string): Attachment => ({ kind: "image", id, name: `${id}.jpg`, widthPx: 800, heightPx: 600 })
const file = (name: string, text: string): Attachment => ({
  kind: "file",
  id: name,
  note: { name, sizeBytes: 9, pages: 2 },
  text,
})

describe("A message with attachments", () => {
  it("is plain text without any", () => {
    expect(contentWith("Oi", [])).toBe("Oi")
  })

  it("gives them back to be sent once more", () => {
    const content = contentWith("Oi", [photo("a"), file("f.pdf", "Texto"), photo("b")])
    const again = attachmentsOf(content, () => "novo")
    expect(contentWith("Oi", again)).toEqual(content)
    expect(again.map((one) => (one.kind === "file" ? one.note.name : one.id))).toEqual(["f.pdf", "a", "b"])
    expect(attachmentsOf("Oi", () => "novo")).toEqual([])
  })

  it("holds its words, its files and its pictures, each in their order", () => {
    const content = contentWith("Oi", [photo("a"), file("f.pdf", "Texto"), photo("b")])
    expect(wordsOf(content)).toBe("Oi")
    expect(filesOf(content).map(fileTextOf)).toEqual(["Texto"])
    expect(storedImageIds({ content })).toEqual(["a", "b"])
    expect(contentText(content)).toBe("Oi\n[Arquivo anexado: f.pdf, 2 páginas]\nTexto\n[Fim do arquivo: f.pdf]")
  })

  it("needs no words", () => {
    expect(imagesOf(contentWith("", [photo("a")]))).toHaveLength(1)
    expect(wordsOf(contentWith("", [photo("a")]))).toBe("")
  })

  it("gives back a file's text exactly, whatever is in it", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, text) => {
        expect(filesOf(contentWith("", [file(name, text)])).map(fileTextOf)).toEqual([text])
      }),
    )
  })

  it("names the pictures of an answer's other versions and of their questions", () => {
    const question = contentWith("", [photo("old")])
    const { streaming: _, role: _role, id: _id, ...version } = pendingAnswer("a", 1, "gpt-5")
    const answer = { ...pendingAnswer("a", 2, "gpt-5"), versions: { before: [{ ...version, question }], after: [] } }
    expect(storedImageIds(answer)).toEqual(["old"])
    // Shown without its question before it, it keeps the words that it was asked with.
    expect(storedImageIds({ ...pendingAnswer("a", 2, "gpt-5"), question })).toEqual(["old"])
    expect(storedImageIds(userMessage("q", 0, "sem imagem"))).toEqual([])
  })
})

describe("A picture's name in a message", () => {
  it("is read back as it was written, and nothing else is read", () => {
    const image = { id: "V1StGXR8_Z5jdHi6B-myT", widthPx: 4_000, heightPx: 3_000 }
    expect(readImageReference(imageReference(image))).toEqual(image)
    for (const other of ["https://a.b/c.png", "data:image/png;base64,AA", "nk-image:../1x1", "nk-image:a/1x1?x"]) {
      expect(readImageReference(other)).toBeUndefined()
    }
  })
})

describe("The pictures of a request", () => {
  const message = (...ids: readonly string[]): ChatMessage => ({
    role: "user",
    content: contentWith("", ids.map(photo)),
  })
  const urls = (messages: readonly ChatMessage[]) =>
    messages.flatMap(({ content }) => imagesOf(content)).map(({ image_url }) => image_url.url)
  const load = (id: string) => Promise.resolve(id === "lost" ? undefined : `data:${id}`)

  it("are read from the store; those it has lost are named as lost", async () => {
    const sent = await withImageData([message("a", "lost", "b")], load)
    expect(urls(sent)).toEqual(["data:a", "data:b"])
    expect(contentText(sent[0]?.content)).toBe(imageNotes.lost)
  })

  it("are the newest where not all fit, and the others are told of", async () => {
    const sent = await withImageData([message("a"), message("b"), message("c")], load, "data:x".length * 2)
    expect(urls(sent)).toEqual(["data:b", "data:c"])
    expect(contentText(sent[0]?.content)).toBe(imageNotes.older)
  })

  it("leave pictures of the web and messages without pictures as they are", async () => {
    const web: ChatMessage = { role: "user", content: [{ type: "image_url", image_url: { url: "https://a.b/c.png" } }] }
    const plain: ChatMessage = { role: "assistant", content: "Oi" }
    expect(await withImageData([web, plain], load)).toEqual([web, plain])
  })
})

describe("Making a picture small", () => {
  it("goes down in quality by tenths to 0.5, then in size by 10 % a round", () => {
    expect([0, 1, 2, 3, 4].map((index) => encodingRound(index).quality)).toEqual([0.9, 0.8, 0.7, 0.6, 0.5])
    expect(encodingRound(4).scale).toBe(1)
    expect(encodingRound(7)).toEqual({ quality: 0.5, scale: 0.9 ** 3 })
  })

  it("ends at the very round that trying one after the other ends at, in far fewer attempts", async () => {
    const lengthAt = (area: number, index: number): number => {
      const { quality, scale } = encodingRound(index)
      return Math.ceil(area * scale * scale * quality * quality)
    }
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 1_000, max: 80_000_000, noNaN: true }), async (area) => {
        let attempts = 0
        const found = await firstFittingRound(
          (round) => {
            attempts += 1
            return Promise.resolve(round)
          },
          ({ quality, scale }) => Math.ceil(area * scale * scale * quality * quality),
        )
        let expected = 0
        while (lengthAt(area, expected) >= imageLimitCharacters) expected += 1
        expect(found).toEqual(encodingRound(expected))
        expect(attempts).toBeLessThanOrEqual(10)
      }),
    )
  })

  it("is made smaller until a canvas takes it, where that has a largest size", async () => {
    const found = await firstFittingRound(
      (round) => Promise.resolve(round),
      ({ scale }) => (scale > 0.6 ? Infinity : 1_000),
    )
    expect(found.scale).toBeLessThanOrEqual(0.6)
    expect(found.scale / 0.9).toBeGreaterThan(0.6)
  })

  it("counts the characters of the address, not the bytes", () => {
    expect(dataUrlLength(3)).toBe("data:image/jpeg;base64,AAAA".length)
    expect(dataUrlLength(4)).toBe("data:image/jpeg;base64,AAAAAA==".length)
  })
})

describe("The part of a text that is attached", () => {
  it("ends before a character that would be cut in half", () => {
    const text = `a${"😀".repeat(largestFileCharacters / 2)}`
    expect(attachedPart(text)).toBe(text.slice(0, largestFileCharacters - 1))
    expect(attachedPart("curto 😀")).toBe("curto 😀")
  })
})

describe("A file's kind", () => {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  it.each([
    ["\xff\xd8\xff\xe0JFIF", "image"],
    ["\x89PNG\r\n\x1a\n", "image"],
    ["GIF89a", "image"],
    ["RIFF\0\0\0\0WEBPVP8 ", "image"],
    ["\0\0\0\x1cftypavif", "image"],
    ["\0\0\0\x1cftypheic", "heic"],
    ["\0\0\0\x1cftypmif1", "heic"],
    ["%PDF-1.7", "pdf"],
    ["\n\n%PDF-1.4", "pdf"],
    ["PK\x03\x04", "unknown"],
    ["BMW é um carro", "unknown"],
    ["", "unknown"],
  ] as const)("is told by its first bytes: %j", (start, kind) => {
    expect(fileKind(bytes(start))).toBe(kind)
  })
})

describe("A text's encoding", () => {
  const utf16 = (text: string, isLittle: boolean) =>
    Uint8Array.from(
      [...text].flatMap((letter) => {
        const code = letter.charCodeAt(0)
        return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255]
      }),
    )
  it("is told without its name: UTF-8, UTF-16 of both orders, Latin-1", () => {
    expect(textEncoding(new TextEncoder().encode("Ação, coração 😀"))).toBe("utf-8")
    expect(textEncoding(utf16("Ação de graças", true))).toBe("utf-16le")
    expect(textEncoding(utf16("Ação de graças", false))).toBe("utf-16be")
    expect(textEncoding(Uint8Array.from([0xff, 0xfe, 0x41, 0]))).toBe("utf-16le")
    expect(textEncoding(Uint8Array.from([0x41, 0xe7, 0xe3, 0x6f]))).toBe("windows-1252")
  })

  it("is none for what is no text", () => {
    expect(textEncoding(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 8, 0]))).toBeUndefined()
    expect(
      textEncoding(Uint8Array.from(Array.from({ length: 200 }, (_, index) => ((index * 37 + 1) % 31) + 1))),
    ).toBeUndefined()
  })

  it("is UTF-8 for every text that was written so", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!/\p{Cc}/u.test(text))
        expect(textEncoding(new TextEncoder().encode(text))).toBe("utf-8")
      }),
    )
  })
})
