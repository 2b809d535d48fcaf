import fc from "fast-check"
import { expect, test } from "vitest"
import { withoutKeys } from "./mask-keys.ts"
import { countProcessorTime } from "../../../testing/processor-time.ts"

test.each([
  "Incorrect API key provided: sk-proj-Ab12********************wxyZ. You can find your API key at https://x.example.",
  "Incorrect API key provided: 9f86d081****0f00a08.",
  "invalid x-api-key: sk-ant-api03-AAAA_bbbb-1234",
  "API key AIzaSyA-1234567890abcdefghijk is blocked",
  'headers: {"Authorization":"Bearer abcDEF123456.xyz"}',
  "authorization: bearer my-id-123456:my-secret-123456",
  "Basic dXNlcjpwYXNzd29yZA== was refused",
  "GET https://aip.example/oauth/2.0/token?grant_type=client_credentials&client_id=a1b2c3d4&client_secret=z9y8x7w6",
  "https://generativelanguage.example/v1beta/models?key=abc123def456",
  "SecretId AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE not found",
  "Authorization: TC3-HMAC-SHA256 Credential=id123/2024-01-01/hunyuan/tc3_request, Signature=72e494ea80",
  "token: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-123",
  "bce-v3/ALTAK-abc123/0a1b2c3d rejected",
  "code nk-prosa_00000000000000000000000000 is of no use here",
])("is without the key: %s", (text) => {
  const told = withoutKeys(text, [])
  expect(told).toContain("***")
  const secret =
    /proj-Ab12|9f86d081|api03|SyA-1234|abcDEF123456|my-secret|dXNlcj|z9y8x7w6|a1b2c3d4|abc123def456|z8krbs|id123|72e494|GciOiJ|0a1b2c3d|0000/
  expect(told).not.toMatch(secret)
})

test.each([
  "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth.",
  "API key not valid. Please pass a valid API key.",
  "Invalid value for 'temperature': expected at most 2, got 3.5.",
  "The model `gpt-5-2025-08-07` does not exist. Request id: 021718049470528d92fcbe0865fdffdde5",
  "Rate limit reached for gpt-4o in organization on tokens per min (TPM): Limit 30000, Used 29000. Try again in 2.4s.",
  "This model's maximum context length is 128000 tokens. However, your messages resulted in 130001 tokens.",
  "messages.1: tool_use ids were found without tool_result blocks: toolu_01QE1WLsSVp5hy5Q3GmGTmjP",
  "Key 'max_tokens' is required; task-based ask-me risk-taking",
])("says as it came what is no key: %s", (text) => {
  expect(withoutKeys(text, [])).toBe(text)
})

test("a key that is known here is never told, whatever it looks like and wherever it stands", () => {
  const key = fc.string({ minLength: 8, maxLength: 40 }).filter((text) => !"***".includes(text) && text.trim() === text)
  fc.assert(
    fc.property(key, fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(!/\*/.test(secret))
      expect(withoutKeys(`${before}${secret}${after}`, [secret])).not.toContain(secret)
    }),
  )
})

test("takes no longer for a text that goes on and on", () => {
  for (const text of ["a", "-", "=", "key=", "Bearer ", "*", "eyJ", " ", "bce-v3/"].map((part) =>
    part.repeat(20_000),
  )) {
    const spentMs = countProcessorTime()
    withoutKeys(text, [])
    expect(spentMs()).toBeLessThan(2_000)
  }
})

test("a key that runs into the place where a text is cut is masked, too", () => {
  const key = "a-key-of-no-known-shape"
  for (let kept = 4; kept <= key.length; kept += 1) {
    const text = `${"x".repeat(500 - kept)}${key}`
    expect(withoutKeys(text.slice(0, 500), [key])).toBe(`${"x".repeat(500 - kept)}***`)
    expect(withoutKeys(text, [key])).toContain("***")
  }
})

test("no text makes the masking slow", { timeout: 20_000 }, () => {
  for (const words of ["key key=", "sk-", "eyJa.", "Bearer ", " ", "secret is "])
    expect(withoutKeys(words.repeat(200_000), ["key-one"]).length).toBeLessThan(1_000)
})
