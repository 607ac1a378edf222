import { posix } from 'node:path'

/** Where the links of a document lead on the site. */
export interface LinkTargets {
  /** The address of the page that is written from a file of the repository. */
  readonly pageOf: (path: string) => string | undefined
  /** Whether the repository has a file or a folder of this path. */
  readonly hasPath: (path: string) => boolean
  /** The address of the repository. */
  readonly repository: string
}

/**
 * Makes the links of a document of the repository lead to the site's pages, and those to other files to the repository.
 * Throws where a link leads to nothing.
 *
 * @param source the document's path from the repository's root
 */
export function rewriteLinks(text: string, source: string, targets: LinkTargets): string {
  const place = (address: string) => placeOf(address, source, targets)
  return mapProse(text, (prose) =>
    prose
      .replaceAll(/(\]\()([^()\s]+)(\)|\s)/g, (_, open: string, address: string, end: string) => {
        return `${open}${place(address)}${end}`
      })
      .replaceAll(/\b(src|srcset|href)="([^"]+)"/g, (_, name: string, address: string) => {
        return `${name}="${place(address)}"`
      }),
  )
}

function placeOf(address: string, source: string, { pageOf, hasPath, repository }: LinkTargets): string {
  const own = repositoryPath(address, repository)
  if (own === undefined && /^(?:#|[a-z]+:|\/)/.test(address)) return address
  const [file = '', anchor] = (own ?? address).split('#')
  const path = posix.join(own === undefined ? posix.dirname(source) : '', file).replace(/\/$/, '')
  const end = anchor === undefined ? '' : `#${anchor}`
  if (path.startsWith('docs/images/')) return `/images/${path.slice('docs/images/'.length)}`
  const page = pageOf(path) ?? pageOf(posix.join(path, 'README.md'))
  if (page !== undefined) return `${page}${end}`
  if (path === 'docs/decisions') return '/decisions/'
  if (!hasPath(decodeURIComponent(path)))
    throw new Error(`${source} links to ${address}, and the repository has no ${path}.`)
  return `${repository}/blob/main/${path}${end}`
}

/** The path of a link that names a file by the repository's address, as the READMEs that npm shows must. */
function repositoryPath(address: string, repository: string): string | undefined {
  const found = ['blob', 'tree'].find((kind) => address.startsWith(`${repository}/${kind}/main/`))
  return found && address.slice(`${repository}/${found}/main/`.length)
}

/** Changes what is no code: neither between fences nor between backticks. */
function mapProse(text: string, change: (prose: string) => string): string {
  let isCode = false
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*```/.test(line)) {
        isCode = !isCode
        return line
      }
      if (isCode) return line
      // Code inside the text of a link stays, so only the code itself is kept from the change.
      const kept: string[] = []
      const open = line.replaceAll(/`[^`]+`/g, (code) => `\uE000${kept.push(code) - 1}\uE000`)
      return change(open).replaceAll(/\uE000(\d+)\uE000/g, (_, index: string) => kept[Number(index)] ?? '')
    })
    .join('\n')
}
