import type { Rewrite } from "./simulated-database.ts"
import type { Flaws } from "./simulated-server.ts"

/** A guard taken out of its statement, or out of the server around it, to see that the simulator would notice. */
export interface Mutation {
  readonly name: string
  readonly rewrite?: Rewrite
  readonly flaws?: Flaws
  /** A seed that told it, where hundreds before it do not: looking begins there. */
  readonly toldBy?: number
}

const without =
  (guard: string, instead: string): Rewrite =>
  (text) =>
    text.replaceAll(guard, instead)

/** Guards of the books, which two transactions may meet in. */
export const bookMutations: readonly Mutation[] = [
  {
    name: "a hold is closed without looking whether it is open",
    rewrite: without("and state = 'open' and owner = ?", "and owner = ?"),
  },
  {
    name: "money is held without looking whether it is there",
    rewrite: without("posted - held - floor >= ?", "cast(? as bigint) >= 0"),
  },
  {
    name: "a reference may be used again",
    rewrite: (text) =>
      text.replace("ref text not null unique", "ref text not null").replace("on conflict (ref) do nothing", ""),
  },
]

/** Guards against clocks, crashes and time, claims, and readers who do not read. */
export const faultMutations: readonly Mutation[] = [
  {
    name: "whatever a provider counts is charged, as long as there is money",
    flaws: { chargesAllThatIsTold: true },
  },
  {
    name: "an answer that broke off is charged as if it had reached its cap",
    flaws: { chargesTheCap: true },
  },
  {
    name: "servers are judged by the clock of whoever looks",
    flaws: { beatsByOwnClock: true },
    // Else whoever beats next sets right what a clock that is ahead has written.
    rewrite: without("where id <> ? and beat_at > ", "where id <> ? and 1 = 0 and beat_at > "),
  },
  {
    name: "an end counts nothing in the day that was closed for a server taken for dead",
    toldBy: 239,
    rewrite: without("subjects, counted) values (?, ?, ?, ?)", "subjects, counted) select ?, ?, ?, ? where 1 = 0"),
  },
  {
    name: "a reader that takes nothing is cut off without a word",
    flaws: { saysNoFarewell: true },
  },
  {
    name: "all of an answer waits in memory for who does not read it",
    flaws: { looksAtNoBacklog: true },
  },
  {
    name: "an answer without a key goes with a reader that was let go",
    toldBy: 120,
    flaws: { keepsNothingUnread: true },
  },
  {
    name: "a server that is told to end leaves what its readers do not have",
    toldBy: 355,
    flaws: { endsBeforeItIsRead: true },
  },
  {
    name: "a server that is told to end does not wait for what is to be settled",
    flaws: { endsBeforeItIsSettled: true },
  },
  {
    name: "a wallet stays shut although the end of an answer covers it",
    rewrite: without(">= floor then 0 else frozen end", ">= floor then frozen else frozen end"),
  },
  {
    name: "servers are taken for dead between two beats",
    rewrite: (text) => text.replace(/(owner\.beat_at >= clock\.at - )\d+/, "$1500"),
  },
  {
    name: "a server that was not heard itself says that others are dead",
    rewrite: (text) =>
      text.replace(/judge\.beat_at between [^()]* and judge\.beating_since <= clock\.at - \d+\s+and /, ""),
  },
  {
    name: "answers are erased by the clock on the wall alone",
    rewrite: without("served_at <= ? and (ended_at <= ?", "cast(? as bigint) is not null and (ended_at <= ?"),
  },
  {
    name: "a key that was paid is forgotten with its answer",
    rewrite: without(
      "not exists (select 1 from spent_key where owner = ? and idem_key = ?)",
      "cast(? as text) is not null and cast(? as text) is not null",
    ),
  },
  {
    name: "a picture is left as an answer is, though its provider bills it",
    flaws: { takesPicturesForText: true },
  },
  {
    name: "a crash forgets that a picture was under way",
    toldBy: 937,
    rewrite: without(
      "update hold set progress = ?",
      `update hold set progress = replace(?, '"billedWhole"', '"whole"')`,
    ),
  },
  {
    name: "a crash is charged at other prices than those it was held at",
    rewrite: without(
      "select content from price_version where version = ?",
      "select content from price_version where version >= ? order by version desc limit 1",
    ),
  },
]
