import { namedHosts } from "./named-hosts.ts"
import { readUrl } from "../platform/browser/read-url.ts"

/**
 * The host to show beside a link whose text would mislead: text that names another host than the link's anywhere in it,
 * a link that hides its host behind a name and "@", and every host with letters beyond ASCII (they can be drawn exactly
 * like others). Undefined when the text is honest.
 */
export function hostToShow(link: URL, text: string): string | undefined {
  if (link.protocol === "mailto:") {
    const addresses = recipients(link)
    return addresses.some((address) => namesOther(text, address.slice(address.lastIndexOf("@") + 1).toLowerCase()))
      ? addresses.join(", ").slice(0, longestShown)
      : undefined
  }
  if (link.username !== "" || link.password !== "") return link.host
  if (link.hostname.split(".").some((label) => label.startsWith("xn--"))) return link.host
  return namesOther(text, link.hostname) ? link.host : undefined
}

/** A link's text that is longer than this is not read: what it leads to is shown. In UTF-16 units. */
const longestRead = 5_000

/** Everybody who would get a mail, by whichever field (RFC 6068): of several only one need be strange. */
function recipients(link: URL): readonly string[] {
  const fields = [...link.searchParams].flatMap(([name, value]) => (/^(?:to|cc|bcc)$/i.test(name) ? [value] : []))
  return [decoded(link.pathname), ...fields]
    .flatMap((list) => list.split(/[,;]/))
    .map((address) => address.trim())
    .filter((address) => address.includes("@"))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Longest address that is shown, in UTF-16 units. */
const longestShown = 200

function namesOther(text: string, host: string): boolean {
  return text.length > longestRead || namedHosts(text).some((named) => !isSameSite(asciiHost(named), bareHost(host)))
}

/** Names under which anybody may have a site: their neighbours are strangers. */
const shared = new Set(
  (
    "github.io githubusercontent.com gist.github.com gitlab.io bitbucket.io codeberg.page readthedocs.io vercel.app now.sh " +
    "netlify.app netlify.com pages.dev workers.dev r2.dev web.app firebaseapp.com firebaseio.com herokuapp.com onrender.com " +
    "fly.dev railway.app up.railway.app deno.dev val.run surge.sh glitch.me repl.co replit.app replit.dev render.com " +
    "stackblitz.io webcontainer.io codesandbox.io csb.app codepen.io streamlit.app hf.space lovable.app bolt.host v0.app " +
    "ngrok.io ngrok.app ngrok.dev ngrok-free.app ngrok-free.dev trycloudflare.com loca.lt localhost.run serveo.net ts.net " +
    "wordpress.com wpengine.com wixsite.com wixstudio.com editorx.io weebly.com tumblr.com webflow.io squarespace.com " +
    "strikingly.com mystrikingly.com carrd.co framer.app framer.website bubbleapps.io godaddysites.com jimdosite.com " +
    "jimdofree.com yolasite.com ucoz.ru narod.ru tilda.ws notion.site gitbook.io super.site substack.com medium.com " +
    "ghost.io hashnode.dev bearblog.dev neocities.org altervista.org 000webhostapp.com infinityfreeapp.com rf.gd " +
    "myshopify.com mybigcommerce.com square.site big.cartel.com bigcartel.com lojaintegrada.com.br nuvemshop.com.br " +
    "zendesk.com freshdesk.com typeform.com sharepoint.com onmicrosoft.com my.salesforce.com my.site.com force.com " +
    "azurewebsites.net azurestaticapps.net azureedge.net azurefd.net cloudapp.net cloudapp.azure.com trafficmanager.net " +
    "cloudfront.net elasticbeanstalk.com amplifyapp.com awsapprunner.com on.aws googleusercontent.com appspot.com run.app " +
    "cloudfunctions.net storage.googleapis.com translate.goog withgoogle.com digitaloceanspaces.com ondigitalocean.app " +
    "backblazeb2.com linodeobjects.com wasabisys.com myqcloud.com aliyuncs.com supabase.co hasura.app ipfs.io dweb.link " +
    "duckdns.org no-ip.org ddns.net dyndns.org hopto.org zapto.org sytes.net dynu.net nip.io sslip.io eu.org us.com " +
    "uk.com br.com eu.com de.com cn.com co.com jpn.com sa.com za.com ru.com in.net uk.net gb.net se.net"
  ).split(" "),
)
/** Stores below which regions and services stand before the owner's name: no two of their hosts are known to be one owner's. */
const stores = new Set([
  "amazonaws.com",
  "amazonaws.com.cn",
  "windows.net",
  "digitaloceanspaces.com",
  "elasticbeanstalk.com",
  "azurestaticapps.net",
  "cloudapp.azure.com",
  "run.app",
  "on.aws",
  "wasabisys.com",
  "linodeobjects.com",
  "backblazeb2.com",
  "myqcloud.com",
  "aliyuncs.com",
  "appspot.com",
])
/** Kinds of owners below a country: "com.br" belongs to nobody. */
const kinds = /^(?:[a-z]{1,3}|blog|info|gouv|gob|govt|school|ltda|adv|eng)$/

/** The kinds of owners that Brazil's registry has besides (registro.br/dominio/categorias), its cities among them. */
const brazilianKinds = new Set(
  (
    "9guacu anani aparecida app arq art ato b9 bab barueri belem bet bhz bib bio bmd boavista bsb campinagrande campinas caxias " +
    "cim cng cnt contagem coop coz cri cuiaba curitiba def des det dev ecn eco edu emp enf esp etc eti far feira flog floripa " +
    "fnd fortal fot foz fst g12 geo ggf goiania imb ind inf jab jampa jdf joinville jor jus leg leilao lel log londrina macapa " +
    "maceio manaus maringa mat med mil morena mus natal niteroi nom not ntr odo ong osasco palmas poa ppg pro psc psi pvh qsl " +
    "radio rec recife rep ribeirao rio riobranco riopreto salvador sampa santamaria santoandre saobernardo saogonca saopaulo " +
    "sjc slg slz social sorocaba srv taxi tec teo the tmp trd tur udi vet vix vlog wiki xyz zlg"
  ).split(" "),
)
/** Two hosts of one owner: the same, or both below a name that somebody owns. */
function isSameSite(one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [one.split(".").reverse(), other.split(".").reverse()]
  let same = 0
  while (same < a.length && same < b.length && a[same] === b[same]) same++
  if (a.every((label) => /^\d+$/.test(label))) return false
  return same > unowned(a.slice(0, same))
}

/** How many labels of a name, from its end, belong to everybody. */
function unowned(labels: readonly string[]): number {
  const [country, kind = "", state = ""] = labels
  const isKind = country?.length === 2 && (kinds.test(kind) || (country === "br" && brazilianKinds.has(kind)))
  // Below "sp.gov.br" every town has its own.
  const isOfState = isKind && country === "br" && /^(?:gov|leg|mp|jus)$/.test(kind) && /^[a-z]{2}$/.test(state)
  let count = isOfState ? 3 : isKind ? 2 : 1
  // A host has at most 127 labels, and no shared name more than four.
  for (let size = 2; size <= Math.min(labels.length, 4); size++) {
    const name = labels.slice(0, size).toReversed().join(".")
    if (stores.has(name)) return Infinity
    // Blogspot has a name in every country.
    if (shared.has(name) || (labels[size - 1] === "blogspot" && size - 1 <= count)) count = size
  }
  return count
}

/** A host as an address has it; a text that is no host stays as it is written. */
function asciiHost(host: string): string {
  const isPlain = /^[a-z][a-z0-9.-]*$/.test(host)
  return bareHost(isPlain ? host : (readUrl(`https://${host}`)?.hostname ?? host))
}

function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, "")
    .replace(/\.$/, "")
}
