/** Adds up texts to a short one: other texts nearly always give another. The texts count as one, however they are cut. */
export function createChecksum(): { readonly add: (text: string) => void; readonly end: () => string } {
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  return {
    add(text) {
      let [a, b] = [one, other]
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at)
        a = Math.imul(a ^ code, 2_654_435_761)
        b = Math.imul(b ^ code, 1_597_334_677)
      }
      ;[one, other] = [a, b]
    },
    end: () => (one >>> 0).toString(36).padStart(7, "0") + (other >>> 0).toString(36).padStart(7, "0"),
  }
}
