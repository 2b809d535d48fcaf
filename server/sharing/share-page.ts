import { createHash } from "node:crypto"
import type { LaterTexts } from "#core/i18n/texts.ts"
import type { Reply } from "../http/reply.ts"
import { escaped } from "./html-text.ts"
import type { SharedHead } from "./conversation-file.ts"
import type { SharedPart } from "./shared-conversation.ts"
import { shareStyle } from "./share-style.ts"

type Texts = LaterTexts["share-page"]

/** What stands around every page of a shared conversation. */
export interface PageFrame {
  readonly texts: Texts
  /** The language of the texts, and whether it is written from right to left. */
  readonly lang: string
  readonly isRightToLeft: boolean
  readonly productName: string
  /** The server's own address, without a slash at its end; empty where the operator has not told it. */
  readonly publicUrl: string
}

/** The page runs nothing, loads only pictures of this server, and may be framed by nobody. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(shareStyle).digest("base64")}'`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ")

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policy,
  "x-robots-tag": "noindex, nofollow",
  "cache-control": "private, no-cache",
  vary: "accept-language",
} as const

export interface SharePage {
  readonly id: string
  readonly head: SharedHead
  readonly parts: readonly SharedPart[]
  /** From 1. */
  readonly number: number
  /** Epoch ms. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** One page of a shared conversation. */
export function sharePage(page: SharePage, frame: PageFrame): Reply {
  const { id, head, createdAt, expiresAt } = page
  const { texts, lang, productName } = frame
  const { models, summary } = head
  const title = head.title || texts.untitled
  const day = (at: number) => new Date(at).toLocaleDateString(lang, { timeZone: "America/Sao_Paulo" })
  const facts = [day(createdAt), ...models, texts.until(day(expiresAt))]
    .map((fact) => `<bdi>${escaped(fact)}</bdi>`)
    .join(" · ")
  // What was said is written as its own language is, whichever way its reader's is.
  const parts = page.parts.map(
    ({ from, html }) =>
      `<article class="${from}"><h2>${from === "human" ? texts.question : texts.answer}</h2><div dir="auto">${html}</div></article>`,
  )
  const main = `<h1 dir="auto">${escaped(title)}</h1><p class="facts">${facts}</p>${parts.join("")}${turnPages(page, texts)}
<p class="facts">${escaped(texts.written)}</p>`
  const foot = `<a class="button" href="/chat?shared=${id}">${escaped(texts.continueIn(productName))}</a>
<details><summary>${escaped(texts.report)}</summary><form method="post" action="/s/${id}/report">
<label>${escaped(texts.reportWhy)}<textarea name="reason" rows="3" maxlength="1000"></textarea></label>
<button>${escaped(texts.reportSend)}</button></form></details>`
  return { status: 200, headers, body: html(frame, { title, summary, main, foot }) }
}

function turnPages({ id, head: { pages }, number }: SharePage, texts: Texts): string {
  if (pages < 2) return ""
  const link = (to: number, words: string, rel: string) =>
    `<a rel="${rel}" href="/s/${id}${to === 1 ? "" : `/${to}`}">${escaped(words)}</a>`
  const before = number > 1 ? link(number - 1, texts.previous, "prev") : "<span></span>"
  const after = number < pages ? link(number + 1, texts.next, "next") : "<span></span>"
  return `<nav>${before}<span>${escaped(texts.page(number, pages))}</span>${after}</nav>`
}

/** A page that only says something: that a link is gone, or that a report has arrived. */
export function wordsPage(status: number, words: string, frame: PageFrame): Reply {
  const main = `<h1>${escaped(words)}</h1>`
  const foot = `<a class="button" href="/">${escaped(frame.productName)}</a>`
  return { status, headers, body: html(frame, { title: words, summary: "", main, foot }) }
}

interface Parts {
  readonly title: string
  readonly summary: string
  readonly main: string
  readonly foot: string
}

function html(frame: PageFrame, { title, summary, main, foot }: Parts): string {
  const { texts, lang, isRightToLeft, productName, publicUrl } = frame
  const shared = escaped(texts.shared(productName))
  // Messengers take pictures by absolute addresses only.
  const picture = publicUrl === "" ? "" : `<meta property="og:image" content="${escaped(publicUrl)}/social.png">`
  return `<!doctype html>
<html lang="${lang}" dir="${isRightToLeft ? "rtl" : "ltr"}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><title>${escaped(title)} · ${escaped(productName)}</title>
<meta property="og:type" content="article"><meta property="og:site_name" content="${escaped(productName)}">
<meta property="og:title" content="${escaped(title)}"><meta property="og:description" content="${escaped(summary)}">${picture}
<link rel="icon" href="/favicon.svg"><style>${shareStyle}</style></head>
<body><header><img src="/favicon.svg" alt="" width="24" height="24">${shared}</header><main>${main}</main><footer>${foot}</footer></body></html>`
}
