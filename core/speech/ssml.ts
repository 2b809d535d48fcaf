/** Neural voices read at half their pace to twice it; they are asked for nothing beyond. */
const [slowest, fastest] = [0.5, 2]

/** A text as a neural voice is asked for it. Nothing in it is markup: what looks like some is said or left out, never obeyed. */
export function ssmlOf({
  input,
  voice,
  speed = 1,
}: {
  readonly input: string
  readonly voice: string
  readonly speed?: number | undefined
}): string {
  const language = voice.split("-").slice(0, 2).join("-")
  const rate = Math.round((Math.min(Math.max(speed, slowest), fastest) - 1) * 100)
  const sign = rate < 0 ? "" : "+"
  return (
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${language}">` +
    `<voice name="${voice}"><prosody rate="${sign}${rate}%">${escaped(input)}</prosody></voice></speak>`
  )
}

/** Whether a name is one of a neural voice, such as "pt-BR-FranciscaNeural". */
export function isNeuralVoice(name: string): boolean {
  return /^[a-z]{2,3}-[A-Z]{2}(?:-[a-z]+)?-[A-Za-z0-9]{2,40}Neural$/.test(name)
}

function escaped(text: string): string {
  return (
    text
      // What XML cannot hold at all.
      .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, " ")
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/"/g, "&quot;")
      .replace(/'/g, "&apos;")
  )
}
