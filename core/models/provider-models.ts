import type { ProviderId } from "../providers/registry.ts"
import { defaultModels } from "./default-models.ts"

/** Chat models that are known by name, besides the built-in list; a model nobody named comes with `CUSTOM_MODELS`. */
const openAiNames = [
  "gpt-5.5",
  "gpt-5.4",
  "gpt-5.4-mini",
  "gpt-5.4-nano",
  "gpt-5.2",
  "gpt-5.1",
  "gpt-5-mini",
  "gpt-5-nano",
  "gpt-4.1-mini",
] as const

const names: Readonly<Record<ProviderId, readonly string[]>> = {
  openai: [...defaultModels.map(({ name }) => name), ...openAiNames],
  azure: [...defaultModels.map(({ name }) => name), ...openAiNames],
  google: [
    "gemini-3.1-pro-preview",
    "gemini-3.8-flash",
    "gemini-3.5-flash",
    "gemini-3.5-flash-lite",
    "gemini-3-flash-preview",
    "gemini-2.5-pro",
    "gemini-2.5-flash",
    "gemini-2.5-flash-lite",
  ],
  anthropic: [
    "claude-opus-5-5",
    "claude-opus-5",
    "claude-sonnet-5",
    "claude-opus-4-8",
    "claude-opus-4-7",
    "claude-opus-4-6",
    "claude-opus-4-5",
    "claude-opus-4-1",
    "claude-sonnet-4-6",
    "claude-sonnet-4-5",
    "claude-haiku-4-5",
    "claude-sonnet-4-0",
    "claude-3-7-sonnet-latest",
    "claude-3-5-haiku-latest",
  ],
  baidu: [
    "ernie-4.0-turbo-8k",
    "ernie-4.0-8k",
    "ernie-4.0-8k-preview-0518",
    "ernie-3.5-8k",
    "ernie-speed-8k",
    "ernie-lite-8k",
  ],
  bytedance: ["doubao-seed-1-6-250615", "doubao-1-5-pro-32k-250115", "doubao-1-5-lite-32k-250115"],
  alibaba: ["qwen-max", "qwen-plus", "qwen-turbo", "qwen-vl-max", "qwen-vl-plus"],
  tencent: ["hunyuan-turbo", "hunyuan-pro", "hunyuan-standard", "hunyuan-lite", "hunyuan-vision"],
  moonshot: ["kimi-k3", "kimi-k2.6", "kimi-k2.5", "moonshot-v1-128k", "moonshot-v1-32k", "moonshot-v1-8k"],
  iflytek: ["4.0Ultra", "max-32k", "generalv3.5", "pro-128k", "generalv3", "lite"],
  // Makes pictures only.
  stability: [],
}

/** A provider's known chat models, the foremost first. */
export function modelsOf(provider: ProviderId): readonly string[] {
  return names[provider]
}
