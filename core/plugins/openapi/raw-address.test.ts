import { expect, test } from "vitest"
import { rawAddress } from "./raw-address.ts"

const raw = (address: string) => rawAddress(new URL(address))

test("the address of a file's page leads to the file itself", () => {
  const id = "0123456789abcdef0123456789abcdef"
  const known = [
    ["https://github.com/o/r/blob/main/openapi.yaml", "https://raw.githubusercontent.com/o/r/main/openapi.yaml"],
    [
      "https://www.github.com/o/r/blob/v1/a%20b/x.json?plain=1#L3",
      "https://raw.githubusercontent.com/o/r/v1/a%20b/x.json",
    ],
    ["https://github.com/o/r/raw/refs/heads/main/x.yml", "https://raw.githubusercontent.com/o/r/refs/heads/main/x.yml"],
    ["https://github.com/o/r/blob/feature/new/x.yml", "https://raw.githubusercontent.com/o/r/feature/new/x.yml"],
    [`https://gist.github.com/ana/${id}`, `https://gist.githubusercontent.com/ana/${id}/raw`],
    [
      `https://gist.github.com/ana/${id}#file-open-api-yaml`,
      `https://gist.githubusercontent.com/ana/${id}/raw/open-api.yaml`,
    ],
    ["https://gitlab.com/g/s/r/-/blob/main/openapi.json", "https://gitlab.com/g/s/r/-/raw/main/openapi.json"],
    ["https://git.example.org/g/r/-/blob/main/a/openapi.json", "https://git.example.org/g/r/-/raw/main/a/openapi.json"],
  ] as const
  for (const [page, file] of known) expect([page, raw(page)]).toEqual([page, file])
})

test("any other address is left as it is", () => {
  for (const address of [
    "https://github.com/o/r",
    "https://github.com/o/r/tree/main/specs",
    "https://github.com/o/r/blob/main",
    "https://raw.githubusercontent.com/o/r/main/openapi.yaml",
    "https://gist.github.com/ana",
    "https://github.com.example/o/r/blob/main/openapi.yaml",
    "https://api.example/-/blob/x/y",
    "https://api.example/openapi.json#/info",
  ])
    expect(raw(address)).toBeUndefined()
})
