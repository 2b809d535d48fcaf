import type { JsonObject } from "../lib/fields.ts"
import { addDays, weekdayOf } from "./holidays.ts"

/**
 * Replies for a demonstration without network, made by hand in the shapes that the services document. They are marked where
 * they are shown; nobody is to take an example for a fact. Undefined where there is no example: `today` as `AAAA-MM-DD`.
 */
export function demonstrationReply(operation: string, given: JsonObject, today: string): unknown {
  switch (operation) {
    case "buscarCep":
      return given["cep"] === "01310930"
        ? {
            cep: "01310930",
            state: "SP",
            city: "São Paulo",
            neighborhood: "Bela Vista",
            street: "Avenida Paulista, 2100",
          }
        : undefined
    case "cepDaRua":
      return [{ cep: "01310-930", logradouro: "Avenida Paulista", complemento: "2100", bairro: "Bela Vista" }]
    case "buscarCnpj":
      return {
        cnpj: given["cnpj"],
        razao_social: "EMPRESA DE EXEMPLO LTDA",
        nome_fantasia: "EXEMPLO",
        descricao_situacao_cadastral: "ATIVA",
        municipio: "SAO PAULO",
        uf: "SP",
        cnae_fiscal_descricao: "Desenvolvimento de programas sob encomenda",
        qsa: [{ nome_socio: "PESSOA DE EXEMPLO", qualificacao_socio: "Sócio-Administrador" }],
      }
    case "cotacaoAgora":
      return {
        value: [
          {
            cotacaoCompra: 5.4316,
            cotacaoVenda: 5.4322,
            dataHoraCotacao: `${lastTradingDay(today)} 13:04:28.432`,
            tipoBoletim: "Fechamento",
          },
        ],
      }
    case "cotacaoEm":
      return {
        moeda: given["moeda"],
        data: given["data"],
        cotacoes: [{ cotacao_compra: 5.4316, cotacao_venda: 5.4322, tipo_boletim: "FECHAMENTO PTAX" }],
      }
    case "taxas":
      return [
        { nome: "Selic", valor: 15 },
        { nome: "CDI", valor: 14.9 },
        { nome: "IPCA", valor: 4.68 },
      ]
    case "banco":
      return {
        ispb: "00000000",
        name: "BANCO DE EXEMPLO",
        code: Number(given["codigo"]),
        fullName: "Banco de Exemplo S.A.",
      }
    case "ddd":
      return String(given["ddd"]) === "11" ? { state: "SP", cities: ["SÃO PAULO", "GUARULHOS", "OSASCO"] } : undefined
    case "municipios":
      return [{ id: 3550308, nome: "São Paulo" }]
    case "populacao":
      return [{ resultados: [{ series: [{ localidade: { nome: "São Paulo (SP)" }, serie: { "2025": "11904961" } }] }] }]
    case "nomes":
      return [{ nome: String(given["nome"]).toUpperCase(), res: [{ periodo: "[2000,2010[", frequencia: 1_111_301 }] }]
    default:
      return undefined
  }
}

/** Returns the last weekday before today. Holidays are not left out: an example need not know them. */
function lastTradingDay(today: string): string {
  let day = addDays(today, -1)
  while (weekdayOf(day) === "sábado" || weekdayOf(day) === "domingo") day = addDays(day, -1)
  return day
}
