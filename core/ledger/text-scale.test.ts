import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { expect, test } from "vitest"
import { createTextScale } from "./text-scale.ts"

const texts: readonly (readonly [language: string, least: number, text: string])[] = [
  [
    "Portuguese",
    0.8,
    "A história do Brasil começa muito antes da chegada dos portugueses, com povos indígenas que habitavam o território há milhares de anos. Não obstante as dificuldades, a população desenvolveu uma cultura riquíssima, marcada pela diversidade e pela criatividade.",
  ],
  [
    "English",
    0.9,
    "The history of science is the study of the development of science, including both the natural and social sciences. It's a body of empirical, theoretical, and practical knowledge about the natural world, produced by scientists who don't tire of observation.",
  ],
  [
    "German",
    0.7,
    "Die Geschichte der Wissenschaft untersucht die Entwicklung der Forschung in den Natur- und Geisteswissenschaften. Dabei spielen gesellschaftliche Veränderungen, wirtschaftliche Zusammenhänge und außergewöhnliche Persönlichkeiten eine wesentliche Rolle.",
  ],
  [
    "Russian",
    0.8,
    "История России начинается с восточных славян и финно-угорских народов. В последующие столетия страна переживала периоды расцвета и упадка, однако сохранила свою самобытность и богатую культуру.",
  ],
  [
    "Greek",
    0.7,
    "Η ιστορία της Ελλάδας είναι μακρά και πλούσια, με σημαντική συμβολή στη φιλοσοφία, τις επιστήμες και τις τέχνες. Οι αρχαίοι Έλληνες έθεσαν τα θεμέλια του δυτικού πολιτισμού.",
  ],
  [
    "Japanese",
    0.65,
    "日本の歴史は非常に長く、多くの文化的な変化を経験してきました。古代から現代に至るまで、人々は自然と調和しながら生活し、独自の芸術や文学を発展させてきました。特に江戸時代には、町人文化が栄え、歌舞伎や浮世絵などが生まれました。",
  ],
  [
    "Chinese",
    0.7,
    "中国的历史源远流长,文化丰富多彩。从古代的四大发明到现代的科技创新,中华民族始终为人类文明的进步作出重要贡献。随着经济的快速发展,人民的生活水平显著提高,城市面貌焕然一新。",
  ],
  [
    "Korean",
    0.7,
    "한국의 역사는 매우 오래되었으며 다양한 문화적 변화를 겪어 왔습니다. 고대부터 현대에 이르기까지 사람들은 자연과 조화를 이루며 살아왔고 독자적인 예술과 문학을 발전시켰습니다.",
  ],
  [
    "Arabic",
    0.8,
    "يعود تاريخ العالم العربي إلى آلاف السنين، حيث نشأت فيه حضارات عظيمة أثرت في مسيرة الإنسانية. وقد أسهم العلماء العرب في تطوير الرياضيات والطب والفلك، كما حافظوا على التراث اليوناني.",
  ],
  [
    "Hebrew",
    0.7,
    "ההיסטוריה של ירושלים מתפרשת על פני אלפי שנים, והיא אחת הערים העתיקות בעולם. לאורך הדורות שלטו בה עמים רבים שהותירו את חותמם על תרבותה ועל נופיה.",
  ],
  [
    "Hindi",
    0.7,
    "भारत का इतिहास बहुत प्राचीन और समृद्ध है। सिंधु घाटी सभ्यता से लेकर आधुनिक काल तक यहाँ अनेक साम्राज्यों का उदय और पतन हुआ। विभिन्न धर्मों, भाषाओं और संस्कृतियों के मेल से भारत की पहचान बनी है।",
  ],
  [
    "Thai",
    0.7,
    "ประวัติศาสตร์ไทยมีความยาวนานและหลากหลาย ตั้งแต่สมัยสุโขทัยจนถึงปัจจุบัน ประเทศไทยได้พัฒนาวัฒนธรรมและประเพณีที่เป็นเอกลักษณ์ของตนเองมาอย่างต่อเนื่อง",
  ],
  [
    "Vietnamese",
    0.7,
    "Lịch sử Việt Nam kéo dài hàng nghìn năm với nhiều biến động, và người dân luôn giữ gìn bản sắc văn hoá của mình qua các thế hệ.",
  ],
  [
    "code",
    0.7,
    "export function sum(values: readonly number[]): number {\n  return values.reduce((all, value) => all + value, 0)\n}\n\n// snake_case, camelCase, 1234567\n",
  ],
  ["a table", 0.7, "| cidade | habitantes |\n| ------ | ---------: |\n| Recife | 1 488 920 |\n| Natal  | 751 300 |\n"],
  ["JSON", 0.7, '{"cidade":"Recife","dias":[1,2,3],"detalhe":{"chuva":true,"graus":28.5}}'],
]

test.each(texts)(
  "%s weighs no more than a twentieth above its tokens, and no less than %d of them",
  (_, least, text) => {
    const scale = createTextScale()
    scale.add(text)
    const truth = countTokens(text)
    expect(scale.tokens() / truth).toBeLessThanOrEqual(1.05)
    expect(scale.tokens() / truth).toBeGreaterThanOrEqual(least)
  },
)

test.each(texts)("%s weighs the same however it is cut", (_, __, text) => {
  const whole = createTextScale()
  whole.add(text)
  for (const size of [1, 2, 3, 7, 50]) {
    const cut = createTextScale()
    for (let at = 0; at < text.length; at += size) cut.add(text.slice(at, at + size))
    expect(cut.tokens()).toBe(whole.tokens())
  }
})

test("what is long and says little weighs little", () => {
  for (const text of [
    " ".repeat(10_000),
    "palavra ".repeat(1_000),
    "=".repeat(500),
    "ha ".repeat(500),
    "\n\n\n".repeat(99),
  ]) {
    const scale = createTextScale()
    scale.add(text)
    expect(scale.tokens()).toBeLessThanOrEqual(countTokens(text) * 1.05)
  }
})
