/** Only with `--expose-gc`, as the launcher starts a server. */
type Collect = (options: { readonly type: "minor" }) => void

/** Bytes of all bodies together that may have passed before what held them is collected. */
const passedBytes = 8 * 1024 * 1024
let passed = 0

/**
 * The pieces of a body that passes through the server and is not kept. Each holds 64 KiB of its own outside of the heap, and hardly
 * anything inside, so that the engine by itself would collect them as late as after 60 MB and more; here that takes a
 * millisecond now and then.
 */
export async function* passing(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    yield piece
    passed += piece.length
    if (passed < passedBytes) continue
    passed = 0
    const collect = globalThis.gc as Collect | undefined
    collect?.({ type: "minor" })
  }
}
