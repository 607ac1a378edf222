import { posix } from 'node:path'

/** A built site: its files by path, such as `jobs/send/index.html`. */
export interface BuiltSite {
  readonly paths: ReadonlySet<string>
  /** The text of a file. */
  readonly read: (path: string) => string
  /** Bytes of a file. */
  readonly sizeOf: (path: string) => number
}

/** The most JavaScript that a page may load before a press, in bytes without compression. */
const scriptLimit = 120_000

/** Everything that leads a reader of the built site to nothing, or makes a page slow, as sentences. */
export function siteProblems(site: BuiltSite): readonly string[] {
  const pages = [...site.paths].filter((path) => path.endsWith('.html') && path !== '404.html')
  const anchors = new Map(pages.map((path) => [path, anchorsIn(site.read(path))]))
  return pages.flatMap((path) => {
    const html = site.read(path)
    return [
      ...deadLinks(path, html, site, anchors),
      ...doubledAnchors(path, html),
      // A live example is a frame that a press loads.
      ...(path.startsWith('live/') ? [] : scriptProblems(path, html, site)),
    ].map((problem) => `${path}: ${problem}`)
  })
}

/** Addresses that a page names in an attribute, without those of other places. */
function addressesIn(html: string): readonly string[] {
  const code = html.replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, (whole) => whole.split('>')[0] ?? '')
  return [...code.matchAll(/\s(?:href|src|srcset)="([^"]*)"/g)]
    .map(([, address = '']) => address.replaceAll('&amp;', '&').replaceAll('&#x26;', '&'))
    .filter((address) => !/^(?:[a-z][a-z+.-]*:|\/\/)/.test(address))
}

const anchorsIn = (html: string): ReadonlySet<string> =>
  new Set(Array.from(html.matchAll(/\s(?:id|name)="([^"]+)"/g), ([, id = '']) => id))

function deadLinks(
  path: string,
  html: string,
  { paths }: BuiltSite,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  return [...new Set(addressesIn(html))].flatMap((address) => {
    const [file = '', anchor] = address.split('#')
    const target = file === '' ? path : fileBehind(posix.join('/', posix.dirname(path), '.'), file)
    if (!paths.has(target)) return [`leads to ${address}, and there is no ${target}.`]
    if (anchor === undefined || anchor === '' || !target.endsWith('.html')) return []
    return anchors.get(target)?.has(decodeURIComponent(anchor))
      ? []
      : [`leads to ${address}, and ${target} has no #${anchor}.`]
  })
}

/** The file that a server of static files answers an address with. */
function fileBehind(folder: string, address: string): string {
  const path = posix.resolve(folder, decodeURIComponent(address.split('?')[0] ?? ''))
  const file = address.split('?')[0]?.endsWith('/') ? posix.join(path, 'index.html') : path
  return file.slice(1)
}

function doubledAnchors(path: string, html: string): readonly string[] {
  const body = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
  const ids = Array.from(body.matchAll(/<[a-z][^>]*\sid="([^"]+)"/g), ([, id = '']) => id)
  const doubled = new Set(ids.filter((id, index) => ids.indexOf(id) !== index))
  // The generator's own hints for readers of a screen share an id on purpose of nobody: told apart by their prefix.
  return [...doubled]
    .filter((id) => !id.startsWith('starlight__'))
    .map((id) => `has two parts with the id ${id}; links lead to the first (${path}).`)
}

function scriptProblems(path: string, html: string, site: BuiltSite): readonly string[] {
  const inline = Array.from(
    html.matchAll(/<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
    ([, code = '']) => code,
  )
  const first = new Set<string>()
  const visit = (file: string): void => {
    if (first.has(file) || !site.paths.has(file)) return
    first.add(file)
    for (const [, from = ''] of site.read(file).matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+\.js)"/g)) {
      visit(posix.join(posix.dirname(file), from))
    }
  }
  for (const [, address = ''] of html.matchAll(/<script\b[^>]*\ssrc="([^"]+)"/g))
    visit(fileBehind('/', address))
  for (const [, address = ''] of html.matchAll(/<link\b[^>]*rel="modulepreload"[^>]*href="([^"]+)"/g)) {
    visit(fileBehind('/', address))
  }
  const size =
    [...first].reduce((sum, file) => sum + site.sizeOf(file), 0) + Buffer.byteLength(inline.join(''))
  return size > scriptLimit
    ? [`loads ${size} bytes of JavaScript (${path}); at most ${scriptLimit} may come before a press.`]
    : []
}
