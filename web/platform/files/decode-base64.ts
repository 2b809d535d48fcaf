/** The bytes of a text in base64; spaces are passed over. Throws where it is damaged. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}
