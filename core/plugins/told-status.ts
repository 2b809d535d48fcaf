/** How the result of a call begins that a service has answered, so that the model and the page know what it said to it. */
export function toldStatus({ status, host }: { readonly status: number; readonly host: string }): string {
  return `HTTP ${status}, ${host}`
}

/** The status that a result begins with; undefined for one that no service has answered. */
export function statusToldIn(result: string): number | undefined {
  const [, status] = /^HTTP (\d{3}), /.exec(result) ?? []
  return status === undefined ? undefined : Number(status)
}
