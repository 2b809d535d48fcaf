import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { describe, expect, test } from "vitest"
import { fiveScripts } from "../../../testing/five-scripts.ts"
import { estimatePrompt, GrowingTokens } from "./estimate-tokens.ts"

/** Ordinary prose of common words, which a vocabulary knows whole, and of rare ones, which it cuts in pieces. */
const prose: Readonly<Record<string, readonly string[]>> = {
  ...fiveScripts,
  "Arabic of the news": [
    "أعلنت الحكومة اليوم عن خطة جديدة لتطوير التعليم في جميع المدارس العامة، وقال الوزير إن الخطة تهدف إلى تحسين مستوى الطلاب في السنوات القادمة.",
    "في هذا اليوم كان من كل ما هو على الأرض، ولكن لم يكن هناك أي شيء يمكن أن يقال عن هذا الأمر إلا بعد أن تم كل شيء.",
  ],
  "Russian of every day": [
    "Сегодня я хочу рассказать вам о том, что мы сделали за последний год. Это было очень важное время для нашей страны.",
    "Сначала поставьте воду на огонь, затем нарежьте овощи и добавьте их в кастрюлю.",
  ],
  Georgian: [
    "დღეს ჩვენ ვისაუბრებთ იმაზე, თუ როგორ მუშაობს კომპიუტერი და რატომ არის ეს მნიშვნელოვანი ყველა ადამიანისთვის.",
  ],
  Thai: ["วันนี้เราจะมาพูดถึงการทำงานของคอมพิวเตอร์และทำไมมันถึงสำคัญสำหรับทุกคนที่อาศัยอยู่ในเมืองใหญ่"],
  Tamil: ["இன்று நாம் ஒரு கணினி எப்படி வேலை செய்கிறது மற்றும் இது ஏன் அனைவருக்கும் முக்கியம் என்பதைப் பற்றி பேசுவோம்."],
  Vietnamese: [
    "Hôm nay chúng ta sẽ nói về cách máy tính hoạt động và tại sao điều này quan trọng đối với tất cả mọi người.",
  ],
  "Japanese of every day": [
    "この問題について教えてください。どうすればいいですか。私は日本語を勉強していますが、まだよく分かりません。",
  ],
  "Arabic with code": [
    "اكتب الدالة هكذا: `const total = items.reduce((sum, item) => sum + item.price, 0)` ثم أعد النتيجة إلى المستخدم.",
  ],
}

describe.each(Object.entries(prose))("%s", (_, sentences) => {
  const text = Array.from({ length: 12 }, (__, at) => sentences[at % sentences.length]).join(" ")
  const truth = countTokens(text)

  test.each([7, 40, 300])(
    "is an answer of as many tokens as the vocabulary counts, %d letters at a time",
    async (size) => {
      const answer = new GrowingTokens()
      let tokens = 0
      for (let at = 0; at < text.length; at += size) tokens = await answer.add(text.slice(at, at + size))
      // A word cut in two may be a token more; notes come every two seconds, with some hundred letters.
      if (size >= 300) expect(tokens).toBeLessThanOrEqual(truth * 1.05)
      expect(tokens).toBeGreaterThanOrEqual(truth * 0.75)
    },
  )

  test("is a prompt of no more tokens than the vocabulary counts, and of hardly fewer", async () => {
    const tokens = await estimatePrompt({ messages: [{ role: "user", content: text }], counted: "" })
    expect(tokens - 7).toBeLessThanOrEqual(truth * 1.05)
    expect(tokens - 7).toBeGreaterThanOrEqual(truth * 0.75)
  })
})

test("a prompt too long to be counted is weighed by how its beginning weighs", async () => {
  const sentence = `${prose["Arabic of the news"]?.join(" ")} `
  const text = sentence.repeat(Math.ceil(400_000 / sentence.length))
  const tokens = await estimatePrompt({ messages: [{ role: "user", content: text }], counted: "" })
  const truth = countTokens(sentence) * (text.length / sentence.length)
  expect(tokens / truth).toBeGreaterThan(0.95)
  expect(tokens / truth).toBeLessThan(1.05)
})
