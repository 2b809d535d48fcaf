import { textOf, type JsonObject } from "../lib/fields.ts"
import { parseCep, parseCnpj } from "./check-digits.ts"
import { parseCurrency, ptaxCodes } from "./currencies.ts"

/**
 * The arguments that a model gave for an operation of the Brazil pack, in the form that its service takes. Throws a sentence for the
 * model where they cannot be right: some services answer those as if there were merely nothing to be found.
 */
export function checkedArguments(operation: string, given: JsonObject): JsonObject {
  const text = (name: string) => textOf(given[name]) ?? ""
  switch (operation) {
    case "buscarCep": {
      const cep = parseCep(text("cep"))
      if (cep === undefined) throw new Error("um CEP tem oito dígitos, como 01310-930")
      return { ...given, cep }
    }
    case "buscarCnpj": {
      const cnpj = parseCnpj(text("cnpj"))
      if (cnpj === undefined) throw new Error("este CNPJ não existe: os dígitos verificadores não conferem")
      return { ...given, cnpj }
    }
    case "cotacaoAgora":
    case "cotacaoEm": {
      const moeda = parseCurrency(text("moeda"))
      if (moeda === undefined)
        throw new Error(
          `o Banco Central não publica PTAX de "${text("moeda").slice(0, 40)}": só de ${ptaxCodes.join(", ")}`,
        )
      return { ...given, moeda }
    }
    default:
      return given
  }
}
