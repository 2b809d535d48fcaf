import { dayMs } from "../lib/days.ts"
/** The services of the Brazil pack: how often all users together may ask one, and how long its replies stay true. */
export interface PackHost {
  readonly host: string
  /** The paths that are read there, by how they begin. */
  readonly paths: readonly { readonly begins: string; readonly keptMs: number }[]
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Their operators ask for care (BrasilAPI #684 speaks of about a hundred requests a minute), and none wants a key. */
export const packRequestsPerMinute = 60
/** How often visitors may: all of them together, those at one address, and those of one /48. Who has a code finds the rest free. */
export const packVisitorsPerMinute = { all: 30, address: 10, network: 20 } as const

export const packHosts: readonly PackHost[] = [
  {
    host: "brasilapi.com.br",
    paths: [
      { begins: "/api/cep/v2/", keptMs: dayMs },
      { begins: "/api/cnpj/v1/", keptMs: dayMs },
      { begins: "/api/banks/v1/", keptMs: dayMs },
      { begins: "/api/ddd/v1/", keptMs: dayMs },
      { begins: "/api/cambio/v1/", keptMs: hourMs },
      { begins: "/api/taxas/v1", keptMs: hourMs },
    ],
  },
  { host: "viacep.com.br", paths: [{ begins: "/ws/", keptMs: dayMs }] },
  { host: "olinda.bcb.gov.br", paths: [{ begins: "/olinda/servico/PTAX/", keptMs: 10 * minuteMs }] },
  { host: "servicodados.ibge.gov.br", paths: [{ begins: "/api/", keptMs: dayMs }] },
]

/** The rule of the pack for a host; undefined for any other service. */
export function packHost(host: string): PackHost | undefined {
  return packHosts.find((one) => one.host === host)
}

/** Returns for how long a reply of a service of the pack is kept, in ms; 0 means not at all. */
export function keptMs(host: string, path: string): number {
  return packHost(host)?.paths.find(({ begins }) => path.startsWith(begins))?.keptMs ?? 0
}
