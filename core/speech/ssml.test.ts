import { expect, test } from "vitest"
import { isNeuralVoice, ssmlOf } from "./ssml.ts"

test("a text is said, whatever it looks like", () => {
  const voice = "pt-BR-FranciscaNeural"
  expect(ssmlOf({ input: `Oi <break/> & "tchau" 'já'\u0007`, voice, speed: 1.25 })).toBe(
    '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="pt-BR">' +
      '<voice name="pt-BR-FranciscaNeural"><prosody rate="+25%">' +
      "Oi &lt;break/&gt; &amp; &quot;tchau&quot; &apos;já&apos; </prosody></voice></speak>",
  )
  const rateAt = (speed?: number) => /rate="(.*?)"/.exec(ssmlOf({ input: "Oi", voice, speed }))?.[1]
  expect([0.25, 0.5, undefined, 2, 4].map(rateAt)).toEqual(["-50%", "-50%", "+0%", "+100%", "+100%"])
})

test.each([
  ["pt-BR-FranciscaNeural", true],
  ["zh-CN-liaoning-XiaobeiNeural", true],
  ["alloy", false],
  ['pt-BR-"/><x>Neural', false],
])("%s is the name of a neural voice: %s", (name, isOne) => {
  expect(isNeuralVoice(name)).toBe(isOne)
})
