import { textOf } from "#core/lib/fields.ts"
import type { ProviderId } from "#core/providers/registry.ts"
import type { RecordedRequest } from "./fake-provider.ts"

type Asking = Pick<RecordedRequest, "method" | "path" | "headers" | "json" | "body">

/** The model a request names, in the place where its provider wants it; undefined where none is called. */
export function modelAskedOf(provider: ProviderId, { path, json, body }: Asking): string | undefined {
  const place = path.split("?")[0] ?? ""
  const named = /name="model"\r\n\r\n([^\r]+)\r\n/.exec(body)?.[1]
  switch (provider) {
    case "azure":
      return /\/deployments\/([^/]+)\//.exec(place)?.[1]
    case "google":
      return /\/models\/([^:/]+):/.exec(place)?.[1]
    case "baidu":
      return /\/wenxinworkshop\/chat\/([\w.%-]+)$/.exec(place)?.[1]
    case "tencent":
      return textOf(json["Model"])
    case "stability":
      return named ?? stabilityModel(place)
    default:
      return textOf(json["model"]) ?? named
  }
}

function stabilityModel(place: string): string | undefined {
  const service = /\/stable-image\/generate\/(\w+)$/.exec(place)?.[1]
  return service && `stable-image-${service}`
}

/** The key of a request, without the word before it; empty where it has none, or is signed instead. */
export function keyOf({ headers, path }: Pick<RecordedRequest, "headers" | "path">): string {
  const given = headers["x-api-key"] ?? headers["api-key"] ?? headers["x-goog-api-key"]
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1]
  return String(given ?? bearer ?? /[?&]key=([^&]+)/.exec(path)?.[1] ?? "")
}
