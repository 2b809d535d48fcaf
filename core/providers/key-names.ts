import type { ProviderId } from "./registry.ts"

/** What an operator sets so that a provider's models can be used (`CONTRACT.md` §2). */
export const keyNames: Readonly<Record<ProviderId, string>> = {
  openai: "OPENAI_API_KEY",
  azure: "AZURE_URL, AZURE_API_KEY",
  google: "GOOGLE_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  baidu: "BAIDU_API_KEY, BAIDU_SECRET_KEY",
  bytedance: "BYTEDANCE_API_KEY",
  alibaba: "ALIBABA_API_KEY",
  tencent: "TENCENT_SECRET_ID, TENCENT_SECRET_KEY",
  moonshot: "MOONSHOT_API_KEY",
  iflytek: "IFLYTEK_API_KEY, IFLYTEK_API_SECRET",
  stability: "STABILITY_API_KEY",
}
