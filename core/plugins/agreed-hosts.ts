import { fieldsOf, textsOf } from "../lib/fields.ts"
import type { Plugin } from "./plugin.ts"

/*
 * Where a plugin's calls may go, as the user of one browser has agreed to. It stands beside the plugins and not in them: these come
 * from files and from other devices, and nobody there can agree to anything here (0291).
 */

export interface AgreedHosts {
  /** Hosts that may be called. */
  readonly called: readonly string[]
  /** Hosts that took the token when it was saved; absent where it was not saved by hand here. */
  readonly token?: readonly string[]
}

export function readAgreedHosts(stored: unknown): AgreedHosts {
  const { called, token } = fieldsOf(stored)
  return { called: textsOf(called), ...(token === undefined ? {} : { token: textsOf(token) }) }
}

/** The hosts that a plugin calls, whatever it says of itself. */
export function calledHosts({ tools }: Pick<Plugin, "tools">): readonly string[] {
  return [...new Set(tools.map(({ call }) => call.host))]
}

/** The hosts that a plugin's token is for. */
export function tokenHosts({ tools }: Pick<Plugin, "tools">): readonly string[] {
  return [...new Set(tools.filter(({ call }) => call.takesToken).map(({ call }) => call.host))]
}

/** The hosts that a plugin's stored token would go to once it is saved as `after`, and that it was not saved for. */
export function hostsNewToToken(
  before: Pick<Plugin, "tools">,
  after: Pick<Plugin, "tools">,
  { token = tokenHosts(before) }: AgreedHosts,
): readonly string[] {
  return tokenHosts(after).filter((host) => !token.includes(host))
}

/** The hosts of a plugin that nobody has agreed to here. */
export function newHosts(plugin: Pick<Plugin, "tools">, { called }: AgreedHosts): readonly string[] {
  return calledHosts(plugin).filter((host) => !called.includes(host))
}

/** A plugin as it is here: off where it would call a host that nobody has agreed to. */
export function asAgreed(plugin: Plugin, agreed: AgreedHosts): Plugin {
  return plugin.enabled && newHosts(plugin, agreed).length > 0 ? { ...plugin, enabled: false } : plugin
}

/** After the user has agreed to a plugin as it stands. `hasToken`: one that came from elsewhere is for these hosts, too. */
export function withAgreement(plugin: Plugin, { token }: AgreedHosts, hasToken: boolean): AgreedHosts {
  const own = token ?? (hasToken ? tokenHosts(plugin) : undefined)
  return { called: calledHosts(plugin), ...(own === undefined ? {} : { token: own }) }
}
