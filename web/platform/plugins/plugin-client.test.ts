import { afterEach, expect, test, vi } from "vitest"
import { callPlugin } from "./plugin-client.ts"

afterEach(() => void vi.unstubAllGlobals())

test("a call that a browser would read as one of another route is not made", async () => {
  const asked = vi.fn<typeof fetch>(() =>
    Promise.resolve(new Response("{}", { headers: { "x-upstream-status": "200" } })),
  )
  vi.stubGlobal("fetch", asked)
  vi.stubGlobal("location", { origin: "https://prosa.example" })
  const call = (path: string) =>
    callPlugin(
      { method: "PUT", origin: "https://a.example", path, headers: {} },
      { headers: {}, signal: new AbortController().signal },
    )
  for (const path of ["/../vault/AAAA", "/%2e%2E/vault/AAAA", "/x\\..\\..\\vault", "/.\t./vault", "x/../../vault"])
    // oxlint-disable-next-line no-await-in-loop -- one call after the other
    await expect(call(path)).rejects.toMatchObject({ name: "Error" })
  expect(asked).not.toHaveBeenCalled()
  await call("/a/%2e%2F?b=/../c")
  expect(asked).toHaveBeenCalledWith("/api/proxy/a/%2e%2F?b=/../c", expect.anything())
})
