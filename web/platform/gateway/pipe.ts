/** Things put in at one end by calls, and taken out at the other by `for await`. */
export interface Pipe<Item> {
  readonly push: (item: Item) => void
  /** Nothing more will come; what is inside can still be taken out. */
  readonly end: () => void
  readonly items: AsyncIterable<Item>
}

export function createPipe<Item>(): Pipe<Item> {
  const inside: Item[] = []
  let ended = false
  let wake = () => {}

  async function* takeOut(): AsyncGenerator<Item> {
    for (;;) {
      for (let item = inside.shift(); item !== undefined; item = inside.shift()) yield item
      if (ended) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  return {
    push: (item) => {
      inside.push(item)
      wake()
    },
    end: () => {
      ended = true
      wake()
    },
    items: takeOut(),
  }
}
