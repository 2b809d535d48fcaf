import { Link as AnyLink, Redirect as AnyRedirect, useLocation as useAnyLocation, type LinkProps } from "wouter"
import type { ReactNode } from "react"
import type { ScreenAddress } from "#core/screens/screens.ts"

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
