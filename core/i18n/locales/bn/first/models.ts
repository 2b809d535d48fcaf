import type { Texts } from "../../../texts.ts"

export const bn: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "বন্ধ হয়েছে" : `${day} তারিখে বন্ধ হয়েছে`),
  askedFor: (model: string, asked: string) => `${model} (চাওয়া হয়েছিল: ${asked})`,
}
