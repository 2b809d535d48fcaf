import { expect, test } from "vitest"
import { appPathOf, pathOfApp } from "./app-paths.ts"

test("a provider's path has a second name, and back", () => {
  for (const path of ["/api/openai/v1/chat/completions", "/api/stability/v2beta/stable-image/generate/core?x=1"]) {
    const app = appPathOf(path)
    expect(app).toBe(path.replace("/api/", "/api/proxy/"))
    expect(pathOfApp(app)).toBe(path)
  }
})

test("no other path has one", () => {
  for (const path of [
    "/api/config",
    "/api/azure/deployments/x",
    "/api/openai",
    "/api/openaix/v1",
    "/v1/models",
    "/sharegpt",
  ])
    expect(appPathOf(path)).toBe(path)
  for (const path of ["/api/openai/v1", "/api/proxy/azure/x", "/api/proxy/v1/x", "/api/proxy/openai", "/api/proxy"])
    expect(pathOfApp(path)).toBeUndefined()
})
