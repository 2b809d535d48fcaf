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

/** A reply in fewer words. `wantsPartners`: the question is about who owns a company. */
export function toldOf(operation: string, given: JsonObject, reply: unknown, wantsPartners = false): Told {
  const fields = fieldsOf(reply)
  switch (operation) {
    case "buscarCep": {
      const { cep, street, neighborhood, city, state } = fields
      const place = [street, neighborhood, city].flatMap((part) => textOf(part) ?? []).join(", ")
      const written = textOf(cep) === undefined ? word(given["cep"]) : word(cep)
      return {
        value: { cep: written, street, neighborhood, city, state },
        ...(place === ""
          ? {}
          : { summary: `o CEP ${writtenCep(written.replace("-", ""))} é ${place} (${word(state)}).` }),
      }
    }
    case "cepDaRua": {
      if (word(fields["erro"]) === "true") return { value: [], summary: "nenhum CEP foi encontrado para essa rua." }
      const found = objectsOf(reply).map(({ cep, logradouro, complemento, bairro }) => ({
        cep,
        logradouro,
        complemento,
        bairro,
      }))
      return { value: found, summary: `${found.length} ${found.length === 1 ? "CEP encontrado" : "CEPs encontrados"}.` }
    }
    case "buscarCnpj": {
      const { qsa, razao_social, descricao_situacao_cadastral, municipio, uf, cnae_fiscal_descricao } = fields
      const { qsa: _partners, ...company } = fields
      const place = [municipio, uf].flatMap((part) => textOf(part) ?? []).join("/")
      return {
        value: wantsPartners ? { ...company, qsa } : company,
        summary: `o CNPJ ${writtenCnpj(word(given["cnpj"]))} é de ${word(razao_social)} (${place}), situação ${(word(descricao_situacao_cadastral) || "desconhecida").toLowerCase()}${textOf(cnae_fiscal_descricao) ? `, ${word(cnae_fiscal_descricao)}` : ""}.`,
      }
    }
    case "cotacaoAgora": {
      const newest = objectsOf(fields["value"])
        .toSorted((a, b) => when(a).localeCompare(when(b)))
        .at(-1)
      if (newest === undefined)
        return { value: fields["value"], summary: "não há cotação dessa moeda nos últimos dias." }
      return { value: newest, summary: rate(word(given["moeda"]), newest, when(newest)) }
    }
    case "cotacaoEm": {
      const last = objectsOf(fields["cotacoes"]).at(-1)
      const day = textOf(fields["data"]) ?? ""
      return last === undefined
        ? { value: reply }
        : { value: reply, summary: rate(word(given["moeda"]), snake(last), day) }
    }
    case "taxas": {
      const list = objectsOf(reply).map(({ nome, valor }) => `${word(nome)} ${decimal(valor)}%`)
      return list.length === 0 ? { value: reply } : { value: reply, summary: `${list.join(", ")} ao ano.` }
    }
    case "banco": {
      const { code, fullName, name } = fields
      return { value: reply, summary: `o código ${word(code)} é de ${word(fullName ?? name)}.` }
    }
    case "ddd": {
      const cities = Array.isArray(fields["cities"]) ? (fields["cities"] as unknown[]) : []
      return {
        value: reply,
        summary: `o DDD ${word(given["ddd"])} é de ${word(fields["state"])}, com ${cities.length} cidades.`,
      }
    }
    case "municipios":
      return toldOfTowns(objectsOf(reply), word(given["nome"]), word(given["uf"]))
    case "populacao": {
      const series = objectOf(
        objectsOf(objectOf(objectsOf(fieldsOf(objectsOf(reply)[0])["resultados"])[0])?.["series"])[0],
      )
      const place = textOf(fieldsOf(series?.["localidade"])["nome"])
      const [year, people] = Object.entries(fieldsOf(series?.["serie"])).at(-1) ?? []
      if (place === undefined || people === undefined) return { value: reply }
      return {
        value: { localidade: place, [year ?? ""]: people },
        summary: `${place} tem ${thousands(people)} habitantes (estimativa de ${word(year)}).`,
      }
    }
    default:
      return { value: reply }
  }
}

/** A state has up to 853 towns, whose list would be cut before the one that is looked for. */
function toldOfTowns(reply: readonly JsonObject[], name: string, state: string): Told {
  const towns = reply.map(({ id, nome }) => ({ id, nome }))
  if (name === "") return { value: towns }
  const found = findTowns(towns, name)
  const list = found.map(({ id, nome }) => `${word(nome)} (código ${word(id)})`).join("; ")
  return { value: found, summary: list === "" ? `nenhum município de ${state} se chama ${name}.` : `${list}.` }
}

/** A value of a reply as a word; empty where it is none. */
function word(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : ""
}

function when({ dataHoraCotacao }: JsonObject): string {
  return textOf(dataHoraCotacao) ?? ""
}

function snake({ cotacao_compra, cotacao_venda }: JsonObject): JsonObject {
  return { cotacaoCompra: cotacao_compra, cotacaoVenda: cotacao_venda }
}

function rate(currency: string, { cotacaoCompra, cotacaoVenda }: JsonObject, at: string): string {
  const day = at.slice(0, 10)
  const of = isDay(day) ? `PTAX de ${writtenDay(day)}` : "PTAX"
  return `${currency} a R$ ${decimal(cotacaoVenda, 4)} na venda e R$ ${decimal(cotacaoCompra, 4)} na compra (${of}).`
}

/** `5,4321` */
function decimal(value: unknown, places = 2): string {
  return typeof value === "number" ? value.toFixed(places).replace(".", ",") : String(value)
}

function thousands(value: unknown): string {
  const digits = String(value)
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
