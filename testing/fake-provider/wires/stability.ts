import { type FakeWire, wordsOf } from "./fake-wire.ts"

/** Stability's pictures, as JSON. */
export const stabilityFake: FakeWire = {
  stream: () => [],
  reply(events) {
    const picture = events.find((event) => event.type === "image")?.image
    const filtered = events.some((event) => event.type === "finish" && event.reason === "content-filter")
    return { image: picture?.b64 ?? "", finish_reason: filtered ? "CONTENT_FILTERED" : "SUCCESS", seed: 1 }
  },
  failure(failure) {
    const { message, code } = wordsOf(failure)
    return { id: "fake", name: code, errors: [message] }
  },
}
