import { createContext, useContext, useMemo, type ReactNode } from "react"
import type { ModelConfig } from "#core/settings/model-config.ts"

/** The settings of a model that a form shows, and how one of them is changed. */
export interface ModelForm {
  readonly value: ModelConfig
  readonly onChange: (change: Partial<ModelConfig>) => void
}

const Form = createContext<ModelForm | undefined>(undefined)

/**
 * A form for the settings of a model: whose they are, the global ones, a conversation's or a role's, is decided by who
 * shows it. The controls in it (`model-controls.tsx`, `model-select.tsx`) read and change its value.
 */
export function ModelSettings({ value, onChange, children }: ModelForm & { readonly children: ReactNode }) {
  const form = useMemo(() => ({ value, onChange }), [value, onChange])
  return <Form value={form}>{children}</Form>
}

/** The form that a control stands in. */
export function useModelForm(): ModelForm {
  const form = useContext(Form)
  if (form === undefined) throw new Error("a control for a model's settings stands outside of a form")
  return form
}
