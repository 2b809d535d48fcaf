/**
 * Ways on for who was not let in (secondary §8): the hosted service, an access code for this one, or a provider's key of
 * one's own.
 */
export type UnauthorizedOption = "hosted" | "access-code" | "own-provider"

/** Three options on the web; the app has no server of its own to enter a code for. What the server does not take is not offered. */
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
