import {
  Link as AnyLink,
  Redirect as AnyRedirect,
  useLocation as useAnyLocation,
  useSearch,
  type LinkProps,
} from "wouter"
import type { ReactNode } from "react"
import type { ScreenAddress } from "#core/screens/screens.ts"
import { pageSearch } from "./page-address.ts"

/*
 * The router's ways from one screen to another, which lead to screens that there are: any other address is a type error.
 */

interface Options {
  readonly replace?: boolean
}

export const Link: (props: LinkProps & { readonly href: ScreenAddress }) => ReactNode = AnyLink as (
  props: LinkProps,
) => ReactNode

export const Redirect: (props: Options & { readonly to: ScreenAddress }) => null = AnyRedirect

/** The path of the current address, and how to go to another screen. */
export const useLocation: () => [path: string, navigate: (to: ScreenAddress, options?: Options) => void] =
  useAnyLocation

/** A value of the address's query, and how to set it, in an entry of the history of its own; undefined takes it out. */
export function useQueryValue(name: string): readonly [string | undefined, (value: string | undefined) => void] {
  const [path, navigate] = useAnyLocation()
  const value = new URLSearchParams(useSearch()).get(name) ?? undefined
  return [
    value,
    (next) => {
      const query = new URLSearchParams(pageSearch())
      if (next === undefined) query.delete(name)
      else query.set(name, next)
      const said = query.toString()
      navigate(said === "" ? path : `${path}?${said}`, { replace: next === undefined || value !== undefined })
    },
  ]
}
