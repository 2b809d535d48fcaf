import { createHash, createHmac } from "node:crypto"
import { expect, test } from "vitest"
import type { Hashing } from "../authorization.ts"
import { authorizationFor, canonicalRequest, signedHeadersFor } from "./sign.ts"

const hashing: Hashing = {
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
  hmac: (key, text) => createHmac("sha256", key).update(text).digest(),
}

/** The example Tencent publishes with its description of TC3-HMAC-SHA256; its secret is 32 asterisks. */
const example = {
  host: "cvm.tencentcloudapi.com",
  service: "cvm",
  action: "DescribeInstances",
  contentType: "application/json; charset=utf-8",
  body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
  timestamp: 1_551_113_065,
}

test("the published example has the published hashes and signature", () => {
  expect(hashing.sha256(example.body)).toBe("35e9c5b0e3ae67532d3c9f17ead6c90222632e5b1ff7f6e89887f1398934f064")
  expect(hashing.sha256(canonicalRequest(example, hashing))).toBe(
    "7019a55be8395899b900fb5564e4200d984910f34794a27cb3fb7d10ff6a1e84",
  )
  expect(authorizationFor(example, { secretId: "AKIDEXAMPLE", secretKey: "*".repeat(32) }, hashing)).toBe(
    "TC3-HMAC-SHA256 Credential=AKIDEXAMPLE/2019-02-25/cvm/tc3_request, " +
      "SignedHeaders=content-type;host;x-tc-action, " +
      "Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f",
  )
})

test("a chat is signed as hunyuan's, on the UTC day of its time, over the very bytes that are sent", () => {
  const call = { host: "hunyuan.tencentcloudapi.com", body: '{"Model":"hunyuan-lite"}', timestamp: 1_700_006_399 }
  const secret = { secretId: "id", secretKey: "segredo" }
  const headers = signedHeadersFor(call, secret, hashing)
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "x-tc-action": "ChatCompletions",
    "x-tc-version": "2023-09-01",
    "x-tc-timestamp": "1700006399",
  })
  expect(headers["authorization"]).toContain("Credential=id/2023-11-14/hunyuan/tc3_request, ")
  const next = signedHeadersFor({ ...call, timestamp: call.timestamp + 1 }, secret, hashing)
  expect(next["authorization"]).toContain("Credential=id/2023-11-15/")
  expect(signedHeadersFor({ ...call, body: `${call.body} ` }, secret, hashing)).not.toEqual(headers)
  expect(JSON.stringify(headers)).not.toContain("segredo")
})
