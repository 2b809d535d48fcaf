import { useMemo } from "react"
import type { Message } from "#core/conversation/message.ts"
import { pagesOf, withCitationMarks, type SourcePage } from "../markdown/citation-marks.ts"
import { CitedSources } from "../markdown/cited-sources.tsx"
import { MarkdownView, type MarkdownViewProps } from "../markdown/markdown-view.tsx"
import { Sources } from "./sources.tsx"

export interface AnswerTextProps extends MarkdownViewProps {
  /** The answer whose text it is, or a part of its text while it arrives. */
  readonly message: Message
}

/** The text of an answer, with the numbers of its sources where it rests on some. */
export function AnswerText({ message, text, streaming, sought }: AnswerTextProps) {
  const { citations } = message
  const pages = useSourcePages(message)
  // Once it is whole: a call in the middle would have finished blocks read again.
  const marked = useMemo(
    () => (streaming || !citations ? text : withCitationMarks(text, citations, pages)),
    [text, streaming, citations, pages],
  )
  return (
    <CitedSources value={pages}>
      <MarkdownView text={marked} streaming={streaming} sought={sought} />
    </CitedSources>
  )
}

/** The pages that an answer rests on, below it. */
export function AnswerSources({ message }: { readonly message: Message }) {
  return <Sources pages={useSourcePages(message)} />
}

const noPages: readonly SourcePage[] = []

/** The sources of the text come first: their numbers stand in it. */
function useSourcePages({ citations, rounds }: Message): readonly SourcePage[] {
  return useMemo(() => {
    const all = [...(citations ?? []), ...(rounds ?? []).flatMap((round) => round.citations ?? [])]
    return all.length === 0 ? noPages : pagesOf(all)
  }, [citations, rounds])
}
