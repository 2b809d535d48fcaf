import { create } from "zustand"

/** A page that a model made, as it stands beside the conversation. */
export interface OpenPage {
  readonly html: string
  readonly title: string
}

export const useOpenPage = create<{ readonly page: OpenPage | undefined }>()(() => ({ page: undefined }))

export function showPage(page: OpenPage): void {
  useOpenPage.setState({ page })
}

export function closePage(): void {
  useOpenPage.setState({ page: undefined })
}
