/**
 * The ways to continue for a user who was refused with 401: the hosted service, an access code for this server, or an
 * own key of a provider.
 */
export type UnauthorizedOption = "hosted" | "access-code" | "own-provider"

/**
 * Returns the options that can work here: the app build has no server to enter a code for, and an option that the
 * server does not accept is left out.
 */
export function unauthorizedOptions(
  build: "web" | "app",
  { hideUserApiKey }: { readonly hideUserApiKey: boolean },
): readonly UnauthorizedOption[] {
  return [
    "hosted",
    ...(build === "web" ? (["access-code"] as const) : []),
    ...(hideUserApiKey ? [] : (["own-provider"] as const)),
  ]
}
