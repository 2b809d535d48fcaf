import { foldText } from "../lib/fold-text.ts"
import { parseCnpj } from "./check-digits.ts"
import { holidaysOf } from "./holidays.ts"

/** The topics that the pack knows of, each with the operations that answer it. The page has a word for each (`tools.topics`). */
export const packTopics = {
  cep: ["buscarCep", "cepDaRua"],
  cnpj: ["buscarCnpj"],
  currency: ["cotacaoAgora", "cotacaoEm"],
  holidays: ["feriados", "diasUteis"],
  rates: ["taxas"],
  banks: ["banco"],
  ddd: ["ddd"],
  population: ["municipios", "populacao"],
  names: ["nomes"],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type PackTopic = keyof typeof packTopics
const packTopicNames = Object.keys(packTopics) as PackTopic[]

/**
 * A rule by which a sentence calls for a topic. A word that means one thing is enough by itself; one that means several (a pound
 * is money, a weight and a sign of the stars) counts where the sentence says what is asked of it, and nothing that speaks against it.
 */
interface Sign {
  readonly topic: PackTopic
  readonly says: RegExp
  /** The sentence calls for the topic only where it says this, too. */
  readonly and?: RegExp
  /** Where the sentence says this, too, it does not call for the topic. */
  readonly not?: RegExp
}

/** The words of a sentence that asks for a price or a rate. */
const price =
  /\b((quant[oa]s?|valor|preco|cambio|conversao|real|reais|brl|hoje|hj|agora|atual|ontem|vale|valem|custa|custam)\b|cotac|convert)|r\$/
/** The words of a sentence that asks when a day is, or what is open then. */
const date =
  /\b(quando|que dia|qual (e )?o dia|dia da semana|data|cai|caem|caiu|caira|folga|feriado|abre|abrem|fecha|fecham|funciona|ano que vem|proxim[oa]|faltam?|(19|20|21)\d{2})\b/
/** The words of a sentence that asks for a place. */
const place = /\b(onde|cidade|estado|uf|regiao|lugar|endereco|rua|bairro|logradouro|municipio)\b/
/** Words that tell of a film, a game, a poem or a recipe: a currency or a holiday in such a sentence is part of its name or its theme. */
const work =
  /\b(filmes?|seriado|musica|letra|jogos?|game|futebol|copa|eurocopa|selecao|campeonato|campea|campeao|quem ganhou|poemas?|poesias?|cronica|romance|novela|marchinha|fantasias?|receitas? (de|para)|redacao|historia|origem|desenho|mensagem|cartao de (natal|pascoa)|truck)\b/
/** Words before numbers of eight digits that are no CEP: of a product, an order, a telephone. */
const paper = /\b(sku|produto|peca|pedido|protocolo|processo|nota|serie|modelo|telefone|celular)\b/

/** Words as people type them in a hurry, and their usual slips, with the spelling that the signs know. */
const hurried: Readonly<Record<string, string>> = {
  q: "que",
  qdo: "quando",
  qnd: "quando",
  qndo: "quando",
  qt: "quanto",
  qto: "quanto",
  qnt: "quanto",
  qnto: "quanto",
  qtos: "quantos",
  qnts: "quantos",
  qntos: "quantos",
  qtas: "quantas",
  qntas: "quantas",
  hj: "hoje",
  cod: "codigo",
  prox: "proximo",
  feridao: "feriadao",
  feridado: "feriado",
  feirado: "feriado",
  cpnj: "cnpj",
  dola: "dolar",
  dolla: "dolar",
}

const signs: readonly Sign[] = [
  { topic: "cep", says: /\bceps?\b|\bcodigo postal\b/ },
  { topic: "cep", says: /\b\d{2}\.?\d{3}-\d{3}\b/, not: paper },
  { topic: "cep", says: /\b\d{8}\b/, and: place, not: paper },
  { topic: "cnpj", says: /\bcnpjs?\b|\b[0-9a-z]{2}\.?[0-9a-z]{3}\.?[0-9a-z]{3}\/[0-9a-z]{4}-\d{2}\b/ },
  {
    topic: "currency",
    says: /\b(dolar|dolares|euros?|ptax|libras? esterlinas?|ienes?|francos? suicos?|pesos? (argentin|chilen|urugua|mexican|colombian)[a-z]{1,5})\b|\bcoroas? (dinamarques|norueg|sueca)|[€£¥]/,
    not: work,
  },
  {
    topic: "currency",
    says: /\b(dolar|dolares|euros?)\b/,
    and: /\b((quanto|valor|preco|cambio|reais)\b|cotac|convert)/,
  },
  { topic: "currency", says: /\bdollars?\b/, and: price, not: work },
  {
    topic: "currency",
    says: /\bpesos? (da|do|na|no|de|em)? ?(argentina|chile|uruguai|mexico|colombia)\b|\b(argentina|chile|uruguai|mexico|colombia)\b.{0,40}\bpesos?\b/,
    and: /\b(vale|valem|cotacao|cambio|reais)\b/,
    not: /\b(mala|malas|bagagem|quilos?|kg)\b/,
  },
  { topic: "currency", says: /\bus?\$(?!\w{0,20}[a-z])/ },
  {
    topic: "currency",
    says: /(?<![\w.$/])(usd|eur|gbp|jpy|chf|aud|cad|dkk|nok|sek)(?![\w=]|\.\w)/,
    and: /\d|\b((quanto|valor|preco|cambio|reais|hoje|hj|brl|taxa)\b|cotac|convert)/,
    not: /\b(arquivo|coluna|variavel|[23]d)\b/,
  },
  {
    topic: "currency",
    says: /\b(cotacao|cotacoes)\b/,
    not: /\b((seguros?|acao|acoes|frete|bitcoin|orcamento)\b|fornecedor|cripto)/,
  },
  {
    topic: "currency",
    says: /\blibras?\b/,
    and: price,
    not: /\b((signos?|horoscopo|pes[oa]|pesando|quilos?|kg|curso|interprete|sinais|surd[ao]s?|aulas?)\b|astro|emagre|perd)/,
  },
  {
    topic: "currency",
    says: /\bcambio\b/,
    and: /\b(taxa|hoje|hj|dia|comercial|turismo|esta|ta|anda|vai|casa|mercado|moedas?|euro|dolar|real|reais|viagem)\b/,
    not: /\b(carros?|moto|bicicleta|oleo|fluido|automatic[oa]|manual|marchas?|caixa|cvt|embreagem)\b/,
  },
  {
    topic: "currency",
    says: /\bmoedas?\b/,
    and: /\b((conversao|real|reais|hoje|hj|cambio|viagem|estrangeiras?|valor|vale|valem|quanto)\b|convert|cotac)/,
    not: /\b((bitcoin|troca|antigas?|rar[ao]s?|historia|conceito|centavos?|jogo|antes do real)\b|virtua|digita|cripto|colec)/,
  },
  { topic: "holidays", says: /\b(feriados?|feriadao|feriadoes|ponto facultativo|dia util|dias uteis)\b/, not: work },
  { topic: "holidays", says: /\bfolgas?\b/, and: /\bnaciona|\bcalendario\b/ },
  {
    topic: "holidays",
    says: /\b\d{1,2}[oº]? de (janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)\b/,
    and: /\b(dia da semana|cai|caem|caiu|caira|folga|abre|abrem|fecha|fecham|funciona|funcionam)\b/,
  },
  {
    topic: "rates",
    says: /\btaxas? de juros?\b|^\W{0,3}(os )?juros\b|\bquanto (e|ta|tao|esta|estao)( a| as| os)? juros\b/,
    and: /\b(atual|hoje|agora|brasil|banco central|bc)\b|^\W{0,3}quanto \w{1,5}( a| as| os)? juros\W{0,3}$/,
    not: /\b(cartao|emprestimos?|financiamentos?|consignado|cheque especial|compostos|simples|eua|fed)\b/,
  },
  { topic: "rates", says: /\b(selic|cdi|ipca|copom|taxa basica)\b|\bjuros (basicos?|basica|do banco central|do bc)\b/ },
  {
    topic: "rates",
    says: /\binflacao\b/,
    and: /\b(qual|quanto|hoje|hj|atual|agora|mes|meses|ano|acumulada|ultim[ao]s?)\b/,
    not: /\b((cosmica|universo|roman[ao]|historia|conceito|redacao|causas?|teoria)\b|explica)/,
  },
  {
    topic: "banks",
    says: /\bbanc(o|os|ario|aria)\b/,
    and: /\b(codigo|numero|compensacao)\b|\b(banco|qual|que|o) (de |e )?(o )?(n[ou]?\.? ?)?\d{3}\b|\b\d{3} e (o )?(qual|que|de que)\b/,
    not: /\b((dados|horas|sangue|questoes|imagens|talentos|sqlite|sql|tabela|linhas|erro|c#|reais|telefone)\b|programa)/,
  },
  {
    topic: "banks",
    says: /\b(itau|bradesco|santander|nubank|inter|caixa|c6|sicredi|sicoob|bb|mercado pago|picpay|pagbank|btg|neon)\b/,
    and: /\b(codigo|numero|compensacao) d[aeo]\b/,
    not: /\b(caixa d[aeo]|telefone)\b/,
  },
  { topic: "banks", says: /\bispb\b/ },
  {
    topic: "ddd",
    says: /\bddds?\b/,
    not: /\b(domain|dominio|design|programacao|arquitetura|software|cqrs|microsservicos?|camadas?|agregados?|entidades?|bounded|java|net|php|python|node|c#|livro)\b|c#/,
  },
  { topic: "ddd", says: /\bcodigo de area\b/ },
  {
    topic: "ddd",
    says: /\b0?xx ?\d{2}\b|\(\d{2}\)(?! ?\d)|\b(prefixo|ligacao|ligaram|chamada)\b.{0,12}\b0?\d{2}\b/,
    and: place,
  },
  {
    topic: "population",
    says: /\b(populacao|populos[ao]|habitantes|municipios)\b/,
    and: /\b(d[aeo]s?|em|n[ao]|qual|quant[ao]s?|tem|brasileira|mais|menos|lista)\b/,
    not: /\b((especies?|mosquitos?|variancia|desvio)\b|carcerari|bacteri|celul|amostr)/,
  },
  {
    topic: "population",
    says: /\b(pessoas|gente|brasileiros|moradores)\b/,
    and: /\bquant[ao]s?\b.{0,30}\b(mora|moram|vive|vivem|moradores)\b/,
  },
  { topic: "population", says: /\bcidades\b/, and: /\b(quantas|quais)\b.{0,20}\b(tem|ha|do|da|de|no|na|em)\b/ },
  {
    topic: "population",
    says: /\blist(a|e|ar)\b.{0,20}\bcidades d[aeo] (acre|alagoas|amapa|amazonas|bahia|ceara|distrito federal|espirito santo|goias|maranhao|mato grosso|minas|para|paraiba|parana|pernambuco|piaui|rio de janeiro|rio grande|rondonia|roraima|santa catarina|sao paulo|sergipe|tocantins)\b/,
  },
  { topic: "names", says: /\bquant[ao]s (pessoas |brasileir[ao]s )?chamam\b/ },
  {
    topic: "names",
    says: /\b(pessoas|gente|brasileir[ao]s|homens|mulheres|meninos|meninas|bebes|quant[ao]s)\b/,
    and: /\b(chamad[ao]s|se chamam|tem o nome|com o nome)\b/,
  },
  {
    topic: "names",
    says: /\bnomes?\b/,
    and: /\b(comum|comuns|popular|populares|popularidade|frequencia|ranking|raro|ibge|censo)\b/,
    not: /\b((empresa|marca|variavel|funcao|arquivo|usuario|dominio|gat[oa]s?)\b|cientific|cachorr|personage)/,
  },
]

/** The days that people know by their names, as they call them. */
const dayNames: readonly string[] = [
  ...new Set(
    holidaysOf(2026).map(({ name }) => foldText(name.replace(/ \(.*/, "").replace(/^.* da (?=Consciência)/, ""))),
  ),
  ..."pascoa;sexta-feira santa;sexta feira santa;sexta santa;quarta de cinzas;reveillon;ano novo".split(";"),
]

/** The longest text that is looked at, in UTF-16 units: what was pasted is no question. */
const longest = 2_000

/**
 * Returns the topics that the last messages call for. Tools are sent along with a question only then: nobody pays for tools
 * while speaking of something else.
 */
export function packTopicsIn(texts: readonly string[]): readonly PackTopic[] {
  const known = new Set<PackTopic>()
  for (const written of texts.flatMap((text) => sentencesOf(foldText(plainBeginning(text))))) {
    const sentence = spelledOut(written)
    for (const { topic, says, and, not } of signs)
      if (says.test(sentence) && (and?.test(sentence) ?? true) && !not?.test(sentence)) known.add(topic)
    if (dayNames.some((name) => sentence.includes(name)) && date.test(sentence) && !work.test(sentence))
      known.add("holidays")
    const numbers = written.match(/\b[0-9a-z]{12}\d{2}\b|\b\d{2}[. ]\d{3}[. ]\d{3}[/ ]\d{4}[- ]\d{2}\b/g) ?? []
    if (numbers.some((number) => parseCnpj(number) !== undefined)) known.add("cnpj")
  }
  return packTopicNames.filter((topic) => known.has(topic))
}

/** A sentence with its hurried words spelled out. What stands in a number, an address or a date stays. */
function spelledOut(sentence: string): string {
  return sentence.replaceAll(/(?<![\w./-])[a-z]+(?![\w/-]|\.\w)/g, (word) =>
    Object.hasOwn(hurried, word) ? (hurried[word] ?? word) : word,
  )
}

/** A text without its code, cut where its sentences end. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split("```")
    .filter((_, at) => at % 2 === 0)
    .flatMap((part) => part.replace(/`[^`\n]*`/g, " ").split(/[\n;!?]|\.(?=\s|$)/))
}

/** The beginning of a text, whose hyphens, which typesetting has several of, are those of a keyboard. */
export function plainBeginning(text: string): string {
  return text.slice(0, longest).replaceAll(/[\u2010-\u2015\u2212]/g, "-")
}
