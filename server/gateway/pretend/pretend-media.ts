import { picture } from "./texts.ts"

/** A picture of the demonstration, as the images API gives one. */
export function pretendPicture(created: number): object {
  return { created, data: [{ b64_json: picture.split(",")[1], revised_prompt: "simulado" }] }
}

/** The words of any recording, as the demonstration hears them. */
export const pretendTranscript = { text: "Esta é uma transcrição simulada: a demonstração não ouve o que foi gravado." }

const rate = 8_000
const secondsPerCharacter = 0.06
const longestSeconds = 8
const hertz = 330

/** A soft murmur about as long as the text would take, as a WAV file: 8 kHz, one channel, 8 bits. */
export function pretendSpeech(text: string): Buffer {
  const samples = Math.ceil(Math.min(Math.max(text.length * secondsPerCharacter, 0.3), longestSeconds) * rate)
  const sound = Buffer.alloc(44 + samples)
  sound.write("RIFF", 0)
  sound.writeUInt32LE(36 + samples, 4)
  sound.write("WAVEfmt ", 8)
  sound.writeUInt32LE(16, 16)
  sound.writeUInt16LE(1, 20)
  sound.writeUInt16LE(1, 22)
  sound.writeUInt32LE(rate, 24)
  sound.writeUInt32LE(rate, 28)
  sound.writeUInt16LE(1, 32)
  sound.writeUInt16LE(8, 34)
  sound.write("data", 36)
  sound.writeUInt32LE(samples, 40)
  for (let at = 0; at < samples; at++) {
    const syllable = Math.abs(Math.sin((at / rate) * Math.PI * 4))
    sound[44 + at] = Math.round(128 + 24 * syllable * Math.sin((at / rate) * Math.PI * 2 * hertz))
  }
  return sound
}
