import { Virtualizer } from "virtua"
import type { VirtualRowsProps } from "./chat-list.tsx"

/** A list of which only the lines in sight are in the page. */
export default function VirtualRows({ rows, render, scroller }: VirtualRowsProps) {
  return (
    <Virtualizer as="ul" item="li" scrollRef={scroller} data={rows} itemSize={60}>
      {(row) => <div key={row.key}>{render(row)}</div>}
    </Virtualizer>
  )
}
