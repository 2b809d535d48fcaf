import { withoutEnd } from "#core/lib/without-end.ts"
import { plainWords } from "./trigger-words.ts"

export type PretendLanguage = "pt" | "en"

const englishWords = new Set(
  "a show table code list story the what how is are was please can could you your write tell give make explain of and for in my with this that why when who where hello hi hey thanks thank i want need about it do does good morning".split(
    " ",
  ),
)
const portugueseWords = new Set(
  "o a os as que como e de da do das dos um uma para por com em no na me meu minha voce por favor qual quais quando onde quem oi ola bom boa dia tarde noite faz faca escreva explique quero preciso sobre nao sim obrigado obrigada mais".split(
    " ",
  ),
)

/** English only when it clearly is; everything else is answered in Portuguese. */
export function languageOf(message: string): PretendLanguage {
  const words = plainWords(message)
  const english = words.filter((word) => englishWords.has(word)).length
  const portuguese = words.filter((word) => portugueseWords.has(word)).length
  const accented = /[ãõçáéíóúâêôà]/i.test(message)
  return !accented && english > portuguese && english * 4 >= words.length ? "en" : "pt"
}

/** In characters. */
const longestGreeting = 500

/** A greeting and nothing else. */
export function isGreeting(message: string): boolean {
  // Linear: on a short message.
  const greeting =
    /^((oi+|ola|opa|e ai|bom dia|boa (tarde|noite)|hello|hi|hey|good (morning|afternoon|evening)|tudo (bem|bom)|como vai( voce)?|how are you|prosa|pessoal|gente|there)( |$))+$/
  return message.length <= longestGreeting && greeting.test(plainWords(message).join(" "))
}

/** Longest subject quoted, in characters. */
const subjectCharacters = 90
/** Longest part of a message that a subject is looked for in, in characters. */
const lookedAtCharacters = 2_000

/** The subject of a message, short enough to quote: one line, without greeting and request, cut at a word. */
export function subjectOf(message: string): string {
  const line = message.slice(0, lookedAtCharacters).replaceAll(/\s+/g, " ").trim()
  const sentences = line.split(/(?<=[.!?…])\s+/u)
  const start = sentences.findIndex((sentence) => !isGreeting(sentence))
  const asked = start === -1 ? line : sentences.slice(start).join(" ")
  const bare = withoutEnd(asked.replace(politeOpening, "").replace(requestedForm, ""), /[\s.!?…:;,]/u)
  return shortened(bare.length >= 3 ? bare : asked)
}

function shortened(subject: string): string {
  if (subject.length <= subjectCharacters) return subject
  const head = subject.slice(0, subjectCharacters)
  const atWord = head.slice(0, Math.max(head.lastIndexOf(" "), subjectCharacters / 2))
  return `${withoutEnd(atWord.replace(/[\ud800-\udbff]$/, ""), /[\s.,;:]/u)}…`
}

/** The subject as a title: at most six words, begun with a capital. */
export function titleOf(message: string): string {
  const words = subjectOf(message)
    .replaceAll(/["“”*`#[\]()<>]/g, "")
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, 6)
  while (words.length > 2 && danglingWords.has(plainWords(words.at(-1) ?? "").join(""))) words.pop()
  const title = withoutEnd(words.join(" "), /[\s.,;:!?…-]/u)
  return title.charAt(0).toLocaleUpperCase("pt-BR") + title.slice(1)
}

// Linear: on the part of a message that is looked at.
const politeOpening =
  /^(?:(?:oi|olá|ola|por favor|please|hello|hi|bom dia|boa tarde|boa noite)[,!. ]+)*(?:(?:você|vc) pode(?:ria)? |(?:can|could) you (?:please )?)?(?:me (?:explique|explica|fale|diga|conte)(?: sobre)? |explique(?:-me)? |fale sobre |(?:eu )?quero (?:saber |aprender )?(?:a fazer |sobre )?|gostaria de (?:saber )?(?:sobre )?|preciso de |tell me about |explain |i want to (?:know |learn )?(?:about )?)?/iu

/** "Faça uma tabela de …", "pesquise sobre …": how the answer is wanted, before what it is about. */
// Linear: on the same.
const requestedForm =
  /^(?:(?:faça|faz|crie|cria|gere|gera|monte|mostre|mostra|escreva|desenhe|dê|fazer|criar|gerar|montar|mostrar|escrever|make|write|draw|show me|give me) )?(?:(?:um|uma|o|a|an|the) )?(?:(?:resposta longa|longa resposta|tabela|código|codigo|fórmula|formula|diagrama|página|pagina|imagem|pesquise|ferramenta|pensa|longa|devagar)(?:[ ,:.]+|$))+(?:(?:sobre|de|do|da|dos|das|com|para|em|about|of|for|with) )?/iu

const danglingWords = new Set(
  "a o e de da do das dos em no na um uma para por com the of to in a an and for with".split(" "),
)
