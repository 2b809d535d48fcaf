import { fieldsOf, objectOf, objectsOf, textOf, type JsonObject } from "../lib/fields.ts"
import { writtenCep, writtenCnpj } from "./check-digits.ts"
import { findTowns } from "./find-towns.ts"
import { addDays, isDay, writtenDay } from "./holidays.ts"

/*
 * The replies of the services of the pack, in fewer words: a model reads the sentence first, which names what was found; people
 * see the same, and the demonstration answers with it.
 */

/** Where the answer to an operation comes from, by the names that people know. */
export const sourceOf: Readonly<Record<string, string>> = {
  buscarCep: "BrasilAPI",
  cepDaRua: "ViaCEP",
  buscarCnpj: "Receita Federal, pela BrasilAPI",
  cotacaoAgora: "Banco Central (PTAX)",
  cotacaoEm: "Banco Central (PTAX), pela BrasilAPI",
  taxas: "Banco Central, pela BrasilAPI",
  banco: "BrasilAPI",
  ddd: "BrasilAPI",
  municipios: "IBGE",
  populacao: "IBGE",
  nomes: "IBGE (Censo 2010)",
}

/** A rate is looked for on so many days before today: no run of holidays is longer. */
const ratePeriodDays = 7

/** Adds the arguments that the model need not give. `today` is written `AAAA-MM-DD`. */
export function completed(operation: string, given: JsonObject, today: string): JsonObject {
  if (operation !== "cotacaoAgora") return given
  return { _moeda: given["moeda"], _dataInicial: addDays(today, -ratePeriodDays), _dataFinalCotacao: today }
}

/**
 * Returns the parameters that a model is asked for: fewer than the service wants where `completed` adds the others, and more where
 * `toldOf` chooses from a reply that is too long to be read.
 */
export function askedOf(operation: string, parameters: JsonObject): JsonObject {
  const properties = fieldsOf(parameters["properties"])
  if (operation === "cotacaoAgora")
    return { type: "object", properties: { moeda: properties["_moeda"] }, required: ["moeda"] }
  if (operation === "municipios") {
    const nome = { type: "string", description: "Nome do município que se procura." }
    return { type: "object", properties: { ...properties, nome }, required: ["uf", "nome"] }
  }
  return parameters
}

export interface Told {
  /** In a sentence. */
  readonly summary?: string
  /** The part of the reply that is worth reading. */
  readonly value: unknown
}

/**
 * A reply in fewer words. A reply that lacks what its sentence is made of has none, and is passed on as it is: services change their
 * shape, and tell errors with status 200. `wantsPartners`: the question is about who owns a company.
 */
export function toldOf(operation: string, given: JsonObject, reply: unknown, wantsPartners = false): Told {
  const tell = tellers[operation]
  const { summary, value } = tell?.(fieldsOf(reply), given, { reply, wantsPartners }) ?? {}
  return summary === undefined ? { value: reply } : { value: value ?? reply, summary }
}

/** Returns a summary where the reply has all that it names; `value` is the part that is worth reading, where that is not all. */
type Teller = (
  fields: JsonObject,
  given: JsonObject,
  whole: { readonly reply: unknown; readonly wantsPartners: boolean },
) => { readonly summary: string | undefined; readonly value?: unknown } | undefined

const tellers: Readonly<Record<string, Teller | undefined>> = {
  buscarCep({ cep, street, neighborhood, city, state }, given) {
    const asked = wordOf(given["cep"])
    const found = wordOf(cep) ?? asked
    if (found === undefined) return undefined
    const written = writtenCep(found.replace("-", ""))
    if (asked !== undefined && written !== writtenCep(asked.replace(/\D/g, "")))
      return { summary: `a fonte respondeu com outro CEP (${written}), que não é o da pergunta.` }
    const place = [street, neighborhood, city].flatMap((part) => wordOf(part) ?? []).join(", ")
    return {
      summary: sentence`o CEP ${written} é ${place || undefined} (${wordOf(state)}).`,
      value: { cep: found, street, neighborhood, city, state },
    }
  },
  cepDaRua({ erro }, _given, { reply }) {
    if (String(erro) === "true") return { summary: "nenhum CEP foi encontrado para essa rua.", value: [] }
    if (!Array.isArray(reply)) return undefined
    const value = objectsOf(reply).map(({ cep, logradouro, complemento, bairro }) => ({
      cep,
      logradouro,
      complemento,
      bairro,
    }))
    return { summary: `${value.length} ${value.length === 1 ? "CEP encontrado" : "CEPs encontrados"}.`, value }
  },
  buscarCnpj(fields, given, { wantsPartners }) {
    const { razao_social, descricao_situacao_cadastral, municipio, uf, cnae_fiscal_descricao } = fields
    const { qsa, ...company } = fields
    const place = [municipio, uf].flatMap((part) => wordOf(part) ?? []).join("/")
    const state = (wordOf(descricao_situacao_cadastral) ?? "desconhecida").toLowerCase()
    const trade = wordOf(cnae_fiscal_descricao)
    const asked = wordOf(given["cnpj"])
    return {
      summary: sentence`o CNPJ ${asked && writtenCnpj(asked)} é de ${wordOf(razao_social)}${place && ` (${place})`}, situação ${state}${trade === undefined ? "" : `, ${trade}`}.`,
      value: wantsPartners ? { ...company, qsa } : company,
    }
  },
  cotacaoAgora({ value }, given) {
    if (!Array.isArray(value)) return undefined
    const newest = objectsOf(value)
      .toSorted((a, b) => when(a).localeCompare(when(b)))
      .at(-1)
    if (newest === undefined) return { summary: "não há cotação dessa moeda nos últimos dias.", value }
    return { summary: rate(wordOf(given["moeda"]), newest, when(newest)), value: newest }
  },
  cotacaoEm({ cotacoes, data }, given) {
    const last = objectsOf(cotacoes).at(-1)
    return last && { summary: rate(wordOf(given["moeda"]), snake(last), wordOf(data) ?? "") }
  },
  taxas(_fields, _given, { reply }) {
    const list = objectsOf(reply).map(({ nome, valor }) => sentence`${wordOf(nome)} ${decimal(valor)}%`)
    return list.length === 0 || list.includes(undefined) ? undefined : { summary: `${list.join(", ")} ao ano.` }
  },
  banco: ({ code, fullName, name }) => ({
    summary: sentence`o código ${wordOf(code)} é de ${wordOf(fullName) ?? wordOf(name)}.`,
  }),
  ddd({ cities, state }, given) {
    const count = Array.isArray(cities) ? String(cities.length) : undefined
    return { summary: sentence`o DDD ${wordOf(given["ddd"])} é de ${wordOf(state)}, com ${count} cidades.` }
  },
  municipios(_fields, given, { reply }) {
    return Array.isArray(reply) ? toldOfTowns(objectsOf(reply), wordOf(given["nome"]), wordOf(given["uf"])) : undefined
  },
  populacao(_fields, _given, { reply }) {
    const series = objectOf(
      objectsOf(objectOf(objectsOf(fieldsOf(objectsOf(reply)[0])["resultados"])[0])?.["series"])[0],
    )
    const place = wordOf(fieldsOf(series?.["localidade"])["nome"])
    const [year, people] = Object.entries(fieldsOf(series?.["serie"])).at(-1) ?? []
    const count = wordOf(people)
    return {
      summary: sentence`${place} tem ${count && thousands(count)} habitantes (estimativa de ${year}).`,
      value: { localidade: place, [year ?? ""]: people },
    }
  },
}

/** A state has up to 853 towns, whose list would be cut before the one that is looked for. */
function toldOfTowns(reply: readonly JsonObject[], name: string | undefined, state: string | undefined) {
  const towns = reply.map(({ id, nome }) => ({ id, nome }))
  if (name === undefined) return { summary: `${towns.length} municípios.`, value: towns }
  const value = findTowns(towns, name)
  const list = value.map(({ id, nome }) => `${wordOf(nome) ?? "?"} (código ${wordOf(id) ?? "?"})`).join("; ")
  return { summary: list === "" ? `nenhum município de ${state ?? "?"} se chama ${name}.` : `${list}.`, value }
}

/** A sentence; undefined where a word that it needs is missing. "S.A." ends it by itself. */
function sentence(parts: TemplateStringsArray, ...words: readonly (string | undefined)[]): string | undefined {
  if (words.includes(undefined)) return undefined
  return parts
    .map((part, at) => part + (words[at] ?? ""))
    .join("")
    .replace(/\.\.$/, ".")
}

/** A value of a reply as a word; undefined where it is none. */
function wordOf(value: unknown): string | undefined {
  const word = typeof value === "number" && Number.isFinite(value) ? String(value) : (textOf(value) ?? "")
  return word === "" ? undefined : word
}

function when({ dataHoraCotacao }: JsonObject): string {
  return textOf(dataHoraCotacao) ?? ""
}

function snake({ cotacao_compra, cotacao_venda }: JsonObject): JsonObject {
  return { cotacaoCompra: cotacao_compra, cotacaoVenda: cotacao_venda }
}

function rate(currency: string | undefined, { cotacaoCompra, cotacaoVenda }: JsonObject, at: string) {
  const day = at.slice(0, 10)
  const of = isDay(day) ? `PTAX de ${writtenDay(day)}` : "PTAX"
  return sentence`${currency} a R$ ${decimal(cotacaoVenda, 4)} na venda e R$ ${decimal(cotacaoCompra, 4)} na compra (${of}).`
}

/** `5,4321`; undefined where it is no number. */
function decimal(value: unknown, places = 2): string | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value.toFixed(places).replace(".", ",") : undefined
}

function thousands(digits: string): string {
  if (!/^\d+$/.test(digits)) return digits
  const first = digits.length % 3 || 3
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(".")
}

/** Who is asked at a host of the pack, as a sentence about them begins. Whose data they pass on is another matter (`sourceOf`). */
const askedAt: Readonly<Record<string, string>> = {
  "brasilapi.com.br": "A BrasilAPI",
  "viacep.com.br": "O ViaCEP",
  "olinda.bcb.gov.br": "O Banco Central",
  "servicodados.ibge.gov.br": "O IBGE",
}

/** An operation of the pack, and the host that answers it. */
export interface PackCall {
  readonly operation: string
  readonly host: string
}

/** Returns the sentence for a status that means there is no answer. */
export function refusedAs({ operation, host }: PackCall, status: number): string | undefined {
  const asked = askedAt[host] ?? "A fonte"
  if (status === 404 || (status === 400 && operation === "buscarCep")) return `${asked} não encontrou nada.`
  if (status === 429) return `${asked} está recebendo perguntas demais. Tente de novo em um minuto.`
  if (status >= 500) return `${asked} não respondeu (erro ${status}).`
  return undefined
}

/** The codes of our server's that say that it asked the service, and in vain; no code where the server itself was not reached. */
const inVain = ["service_away", "service_timeout", ""]

/** Returns the sentence for a call without a reply: the service's silence is told as such, and what our server says as it is. */
export function troubleAs(
  host: string,
  { code, message }: { readonly code: string; readonly message: string },
): string {
  if (message !== "" && !inVain.includes(code)) return message
  return `${askedAt[host] ?? "A fonte"} não respondeu.`
}
