/**
 * Prose in five scripts. One that has many bytes for a token, or few letters, is counted wrongly by whoever counts by length.
 */
export const fiveScripts = {
  latin: [
    "O rio corre devagar entre as pedras e ninguém tem pressa de atravessá-lo.",
    "À tarde, o padeiro abre a janela e a rua inteira sabe que há pão quente.",
    "Não é preciso entender tudo: basta ler outra vez amanhã, com calma.",
  ],
  cyrillic: [
    "Река медленно течёт между камнями, и никто не торопится её перейти.",
    "Вечером пекарь открывает окно, и вся улица знает, что хлеб готов.",
    "Не нужно понимать всё сразу: достаточно прочитать ещё раз завтра.",
  ],
  japanese: [
    "川は石のあいだをゆっくり流れ、急いで渡ろうとする人はいません。",
    "夕方になるとパン屋が窓を開け、通りじゅうに焼きたての匂いがします。",
    "すべてをすぐに理解しなくても、明日もう一度読めば十分です。",
  ],
  arabic: [
    "يجري النهر ببطء بين الحجارة ولا أحد يستعجل عبوره.",
    "في المساء يفتح الخباز النافذة فيعرف الشارع كله أن الخبز ساخن.",
    "لا حاجة إلى فهم كل شيء الآن، يكفي أن تقرأ مرة أخرى غدا.",
  ],
  devanagari: [
    "नदी पत्थरों के बीच धीरे-धीरे बहती है और किसी को पार जाने की जल्दी नहीं है।",
    "शाम को बेकर खिड़की खोलता है और पूरी गली जान जाती है कि रोटी गरम है।",
    "सब कुछ तुरंत समझना ज़रूरी नहीं, कल फिर से पढ़ लेना काफ़ी है।",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>
