import { namedHosts } from "./named-hosts.ts"

/**
 * The host to show beside a link whose text would mislead: text that names another host than the link's anywhere in it,
 * a link that hides its host behind a name and "@", and every host with letters beyond ASCII (they can be drawn exactly
 * like others). Undefined when the text is honest.
 */
export function hostToShow(link: URL, text: string): string | undefined {
  if (link.protocol === "mailto:") {
    const address = link.pathname.slice(0, longestShown)
    const at = address.lastIndexOf("@")
    return at !== -1 && namesOther(text, address.slice(at + 1).toLowerCase()) ? address : undefined
  }
  if (link.username !== "" || link.password !== "") return link.host
  if (link.hostname.split(".").some((label) => label.startsWith("xn--"))) return link.host
  return namesOther(text, link.hostname) ? link.host : undefined
}

/** Longest address that is shown, in UTF-16 units. */
const longestShown = 200

function namesOther(text: string, host: string): boolean {
  return namedHosts(text).some((named) => !isSameSite(asciiHost(named), bareHost(host)))
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
  let count = labels[0]?.length === 2 && kinds.test(labels[1] ?? "") ? 2 : 1
  // A host has at most 127 labels, and no shared name more than four.
  for (let size = 2; size <= Math.min(labels.length, 4); size++) {
    const name = labels.slice(0, size).toReversed().join(".")
    if (stores.has(name)) return Infinity
    // Blogspot has a name in every country.
    if (shared.has(name) || (labels[size - 1] === "blogspot" && size - 1 <= count)) count = size
  }
  return count
}

/** A host as an address has it; one that is none stays as it is written. */
function asciiHost(host: string): string {
  const isPlain = /^[a-z][a-z0-9.-]*$/.test(host)
  return bareHost(isPlain ? host : (parseOrUndefined(`https://${host}`)?.hostname ?? host))
}

function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, "")
    .replace(/\.$/, "")
}

function parseOrUndefined(href: string): URL | undefined {
  try {
    return new URL(href)
  } catch {
    return undefined
  }
}
