import { longestWords } from "#core/gateway/provider-words.ts"
import { freeMessageCharacters, freeOutputTokens, freeRequestCharacters } from "#core/gateway/limits.ts"
import { microReaisPerReal } from "#core/lib/micro-reais.ts"
import { codeQuestionsPerMinute } from "../../server/account/access-routes.ts"
import { baseMoney, earned, paidPercent } from "../../server/access/auxiliary-quota.ts"
import { daySteps } from "../../server/access/free-quota.ts"
import { visitorsPerMinute } from "../../server/access/visitor-routes.ts"
import * as wrong from "../../server/access/wrong-codes.ts"
import { eventsPerMinute } from "../../server/analytics/analytics-routes.ts"
import { readConfig } from "../../server/config.ts"
import { mostAuxiliaryCalls } from "../../server/gateway/admission/run-limits.ts"
import { looksAtOnce, looksPerMinute } from "../../server/account/billing-routes.ts"
import { countsAtOnce, countsOfStrangers } from "../../server/gateway/unpriced-routes.ts"
import { recordsPerMinute } from "../../server/gateway/gateway-routes.ts"
import { mostEdited } from "#core/imagegen/image-edit.ts"
import { longestCall, longestFileForm, longestForm, longestPictureForm } from "../../server/gateway/read-call.ts"
import { fileShares, leastReadPerSecond, readingGraceMs } from "../../server/http/reading-room.ts"
import { keptOfCodes, keptOfOthers } from "../../server/gateway/runs/kept-runs.ts"
import { mostRunBytes, mostUnreadBytes, runShares } from "../../server/gateway/runs/run-shares.ts"
import { followsPerMinute, readersAtOnce } from "../../server/gateway/runs/runs-routes.ts"
import { strangersBounds } from "../../server/gateway/runs/strangers-kept.ts"
import { mostUnread } from "../../server/http/arriving-body.ts"
import type { AtOnceShare } from "../../server/limits/at-once.ts"
import * as room from "../../server/http/body-room.ts"
import * as connections from "../../server/http/connections.ts"
import { longestPartHead, mostParts } from "../../server/http/form-bounds.ts"
import { deepest, mostValues } from "../../server/http/json-bounds.ts"
import { maxHeadersCount, maxHeaderSize, usualPatience } from "../../server/http/listen.ts"
import { networkShare } from "../../server/limits/rate-limit.ts"
import { imageCap } from "../../server/images/fetch-image.ts"
import {
  longestTakingMs,
  pictureBytesAtOnce,
  picturesAtOnce,
  picturesOfVisitors,
  picturesPerMinute,
} from "../../server/images/image-routes.ts"
import { pluginCap } from "../../server/plugins/call-plugin.ts"
import * as plugins from "../../server/plugins/plugin-routes.ts"
import { syncsAtOnce, syncsOfVisitors } from "../../server/sync/relay-places.ts"
import { syncsPerMinute } from "../../server/sync/sync-routes.ts"

/*
 * The tables of bounds in `docs/security.md`, as the program has them. A cell is empty where there is no such bound.
 */

const config = readConfig({})
if (!config.ok) throw new Error(config.error.join("; "))
const { limits } = config.value

/** Shared bounds: name, then the bounds of all together, of one address, of one /48 and of one owner. */
export const shared: readonly (readonly string[])[] = [
  ["connections", ...three(connections.connectionShares.all, connections.connectionShares), ""],
  share("requests that wait behind another", connections.waitingShare, whole),
  roomOf("bytes of bodies being read", room.roomShares),
  perMinute("requests", limits.addressPerMinute, `${limits.codePerMinute} a code`),
  perMinute("answers followed again", followsPerMinute),
  perMinute("questions about codes", codeQuestionsPerMinute),
  perMinute("ids of visitors", visitorsPerMinute),
  perMinute("pictures of the web", picturesPerMinute.address, whole(picturesPerMinute.person)),
  perMinute("calls of plugins", plugins.callsPerMinute.address, whole(plugins.callsPerMinute.person)),
  perMinute("requests to own storages", syncsPerMinute.address, whole(syncsPerMinute.person)),
  ["bills of own keys, a minute", "", "", "", whole(looksPerMinute)],
  perMinute("usage reports of pages", recordsPerMinute),
  perMinute("presses on payment links", eventsPerMinute),
  share("streams followed again", readersAtOnce, whole),
  share("counts of tokens", countsAtOnce, whole, `, without a code ${countsOfStrangers}`),
  share("bills of own keys", looksAtOnce, whole),
  share("pictures of the web", picturesAtOnce, whole, `, visitors ${picturesOfVisitors.pictures}`),
  share("their bytes", pictureBytesAtOnce, size, `, visitors ${size(picturesOfVisitors.bytes)}`),
  share("calls of plugins", plugins.callsAtOnce, whole, `, visitors ${plugins.callsOfVisitors.calls}`),
  share("bytes of their replies", plugins.callBytesAtOnce, size, `, visitors ${size(plugins.callsOfVisitors.bytes)}`),
  share("requests to own storages", syncsAtOnce, whole, `, visitors ${syncsOfVisitors}`),
  roomOf("bytes of files being read", fileShares),
  ["answers in progress, codes", "", "", "", `${limits.openRunsPremium} premium, ${limits.openRunsFree} free`],
  share("the same, visitors", { ...runShares.visitor.open, perOwner: limits.openRunsFree }, whole),
  share("the same, own keys", { ...runShares["own-key"].open, perOwner: limits.openRunsPremium }, whole),
  ["titles and summaries in progress", "", "", "", whole(mostAuxiliaryCalls)],
  share("memory of answers, codes", runShares.code.bytes, size),
  share("the same, visitors", runShares.visitor.bytes, size),
  share("the same, own keys", runShares["own-key"].bytes, size),
  ["the same, all", size(mostRunBytes), "", "", ""],
  ["answers that wait for readers", size(mostUnreadBytes), "", "", ""],
  ["answers read again, codes", size(keptOfCodes.inAll), "", "", ""],
  share("the same, others", keptOfOthers, size),
  ["answers kept for a day, no code", size(strangersBounds.inAll), "", "", size(strangersBounds.perOwner)],
  [
    "free messages a day",
    `R$ ${limits.freeDailyBudget / microReaisPerReal}`,
    ...daySteps.map(({ visitors, percent }) => `${limits.freeDailyMessages * visitors}, ${percent} % of the reais`),
    `${limits.freeDailyMessages} an id`,
  ],
  [
    "titles and summaries on us",
    "",
    "",
    "",
    `${earned.title} and ${earned.summary} an answer; ${paidPercent} % of the day's payments + R$ ${baseMoney / microReaisPerReal}`,
  ],
  share("wrong codes waiting", wrong.waitingShare, whole),
  [
    `wrong codes in ${minutes(wrong.forgottenMs)}`,
    `${whole(wrong.mostOfAll)}, then each waits longest`,
    whole(wrong.mostWrong),
    `${wrong.mostWrong} (IPv4: /24)`,
    "",
  ],
]

/** Bounds of each: name and bound. */
export const each: readonly (readonly string[])[] = [
  [
    "headers of a request",
    `${seconds(usualPatience.headersTimeout + usualPatience.connectionsCheckingInterval)}, ${size(maxHeaderSize)}, ${maxHeadersCount} lines`,
  ],
  [
    "requests that wait on a connection",
    `${connections.mostWaiting}, and ${size(connections.mostWaitingBytes)} of them`,
  ],
  ["a body that nobody reads yet", size(mostUnread)],
  ["a body", `${size(longestCall)}, a form ${size(longestForm)}`],
  ["a form with a recording", size(longestFileForm)],
  ["a form with pictures to edit", `${size(longestPictureForm)}, ${mostEdited} pictures and a mask`],
  ["a form", `${mostParts} parts, ${size(longestPartHead)} the head of each`],
  ["JSON", `${deepest} levels, ${whole(mostValues)} values`],
  [
    "a body that does not get on",
    `${seconds(room.longestSilenceMs)} without a byte; after ${seconds(room.graceMs)} less than ${size(room.leastPerSecond)} a second`,
  ],
  [
    "a reader that takes nothing",
    `${seconds(connections.longestStandstillMs)}; the connection of a stream ${seconds(connections.longestStreamStandstillMs)}`,
  ],
  [
    "an answer on the wire",
    `${size(runShares.code.longestAnswer)} a code, ${size(runShares["own-key"].longestAnswer)} an own key, ${size(runShares.visitor.longestAnswer)} a visitor`,
  ],
  [
    "a reader of a file, where others want its room",
    `after ${seconds(readingGraceMs)} less than ${size(leastReadPerSecond)} a second`,
  ],
  [
    "a relayed backup, where others want its place",
    `after ${seconds(room.graceMs)} less than ${size(room.leastPerSecond)} a second`,
  ],
  ["readers of an answer at once", whole(runShares.code.readers)],
  [
    "a picture of the web",
    `${size(imageCap.bytes)}, ${imageCap.pixels / 1e6} megapixels; ${seconds(imageCap.waitMs)} to come, ${seconds(longestTakingMs)} to be taken`,
  ],
  [
    "a reply to a plugin's call",
    `${size(pluginCap.bytes)}; ${seconds(pluginCap.waitMs)} to come, ${seconds(plugins.longestTakingMs)} to be taken`,
  ],
  [
    "a free request",
    `${whole(freeMessageCharacters)} characters the message, ${whole(freeRequestCharacters)} in all; ${whole(freeOutputTokens)} tokens the answer`,
  ],
  ["words of a provider", `${longestWords} characters`],
  ["a wrong code", `${wrong.firstDelayMs / 1_000} s, doubling to ${seconds(wrong.longestDelayMs)}`],
]

function three(
  all: number,
  { subscriber, network }: { readonly subscriber: number; readonly network: number },
): readonly string[] {
  return [all, subscriber, network].map(whole)
}

function perMinute(what: string, ofAddress: number, ofOwner = ""): readonly string[] {
  return [`${what}, a minute`, "", whole(ofAddress), whole(ofAddress * networkShare), ofOwner]
}

function roomOf(what: string, { all, strangers, subscriber, network, owner }: room.RoomShares): readonly string[] {
  return [
    what,
    `${size(all)}, without a code ${size(strangers)}`,
    size(subscriber),
    size(network),
    `${size(owner)} a code`,
  ]
}

function share(
  what: string,
  { inAll, perSubscriber, perNetwork, perOwner = Infinity }: AtOnceShare,
  told: (amount: number) => string,
  more = "",
): readonly string[] {
  return [what, told(inAll) + more, told(perSubscriber), told(perNetwork), told(perOwner)]
}

function whole(count: number): string {
  return Number.isFinite(count) ? String(count).replace(/\B(?=(?:\d{3})+$)/g, " ") : ""
}

function size(bytes: number): string {
  const kib = bytes / 1024
  return !Number.isFinite(bytes) ? "" : kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`
}

function seconds(ms: number): string {
  return `${ms / 1_000} s`
}

function minutes(ms: number): string {
  return `${ms / 60_000} min`
}
