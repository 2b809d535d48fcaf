/** A tone of so many seconds as a WAV file: 8 kHz, one channel, 8 bits. */
export function tone(seconds: number): Buffer {
  const sound = Buffer.alloc(44 + seconds * 8_000, 128)
  sound.write("RIFF", 0)
  sound.writeUInt32LE(36 + seconds * 8_000, 4)
  sound.write("WAVEfmt ", 8)
  sound.writeUInt32LE(16, 16)
  sound.writeUInt16LE(1, 20)
  sound.writeUInt16LE(1, 22)
  sound.writeUInt32LE(8_000, 24)
  sound.writeUInt32LE(8_000, 28)
  sound.writeUInt16LE(1, 32)
  sound.writeUInt16LE(8, 34)
  sound.write("data", 36)
  sound.writeUInt32LE(seconds * 8_000, 40)
  return sound
}
