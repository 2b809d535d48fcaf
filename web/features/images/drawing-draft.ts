import { create } from "zustand"
import { fieldsOf, textOf } from "#core/lib/fields.ts"
import type { Drawing } from "#core/imagegen/drawing.ts"
import { readLocalJson, writeLocal } from "../../platform/storage/local-storage.ts"

/** What stands in the form; kept through a reload, so that no prompt is written twice. */
export interface DrawingDraft {
  readonly prompt: string
  /** `provider:model`; empty: the first that is offered. */
  readonly choice: string
  readonly version: string
  readonly aspectRatio: string
  readonly style: string
  readonly outputFormat: string
  readonly negativePrompt: string
  readonly seed: string
  readonly size: string
  readonly quality: string
}

const key = "nk-drawing-draft"

const empty: DrawingDraft = {
  prompt: "",
  choice: "",
  version: "",
  aspectRatio: "1:1",
  style: "",
  outputFormat: "png",
  negativePrompt: "",
  seed: "",
  size: "",
  quality: "",
}

export const useDrawingDraft = create<DrawingDraft>()(() => read(readLocalJson(key)))

export function changeDrawingDraft(changes: Partial<DrawingDraft>): void {
  useDrawingDraft.setState(changes)
  writeLocal(key, JSON.stringify(useDrawingDraft.getState()))
}

/** The form as it was for a picture, to be changed and asked for again. */
export function draftOf({ provider, model, version = "", params }: Drawing): DrawingDraft {
  return {
    prompt: params.prompt,
    choice: `${provider}:${model}`,
    version,
    aspectRatio: params.aspectRatio ?? empty.aspectRatio,
    style: params.style ?? "",
    outputFormat: params.outputFormat ?? empty.outputFormat,
    negativePrompt: params.negativePrompt ?? "",
    seed: params.seed === undefined ? "" : String(params.seed),
    size: params.size ?? "",
    quality: params.quality ?? "",
  }
}

function read(stored: unknown): DrawingDraft {
  const fields = fieldsOf(stored)
  const read = Object.entries(empty).map(([name, fallback]) => [name, textOf(fields[name]) ?? fallback])
  return Object.fromEntries(read) as DrawingDraft
}
