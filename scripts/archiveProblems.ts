import { posix } from 'node:path'
import { anchorOf } from './anchorOf.js'

/** What was packed for one package, as a registry would get it. */
export interface Archive {
  readonly manifest: ArchiveManifest
  /** Text by path below the package's folder. */
  readonly files: ReadonlyMap<string, string>
}

type Target = string | { readonly [condition: string]: string }

interface ArchiveManifest {
  readonly name: string
  readonly description?: string
  readonly keywords?: readonly string[]
  readonly homepage?: string
  readonly bugs?: { readonly url?: string }
  readonly author?: string
  readonly repository?: { readonly type?: string; readonly url?: string; readonly directory?: string }
  readonly exports?: Readonly<Record<string, Target>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Where the archive comes from. */
export interface ArchiveOrigin {
  /** The address of the repository, without `git+` and `.git`. */
  readonly repository: string
  /** Folder of the package in the repository. */
  readonly directory: string
  /** Whether the repository has a path. */
  readonly hasPath: (path: string) => boolean
}

/** What is wrong with an archive for the person who installs it, as sentences. */
export function archiveProblems(archive: Archive, origin: ArchiveOrigin): readonly string[] {
  return [
    ...missingFiles(archive),
    ...repositoryProblems(archive, origin),
    ...findingProblems(archive, origin),
    ...rangeProblems(archive),
    ...pinProblems(archive),
    ...entryProblems(archive),
    ...sourceMapProblems(archive),
    ...strayFiles(archive),
    ...deadLinks(archive, origin),
    ...clientBorderProblems(archive),
  ]
}

const missingFiles = ({ files }: Archive) =>
  ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']
    .filter((name) => !files.has(name))
    .map((name) => `${name} is missing.`)

function repositoryProblems({ manifest }: Archive, { repository, directory }: ArchiveOrigin) {
  const expected = { type: 'git', url: `git+${repository}.git`, directory }
  return JSON.stringify(manifest.repository) === JSON.stringify(expected)
    ? []
    : [`"repository" must be ${JSON.stringify(expected)}, not ${JSON.stringify(manifest.repository)}.`]
}

/** People find a package by its words, and its people by the links on its page. */
function findingProblems({ manifest }: Archive, { repository, directory }: ArchiveOrigin) {
  const { description = '', keywords = [], author } = manifest
  const wanted = directory.startsWith('plugins/') ? ['latchkey', 'latchkey-plugin'] : ['latchkey']
  const homepage = `${repository}/tree/main/${directory}#readme`
  const issues = `${repository}/issues`
  return [
    ...(description === '' ? ['"description" is missing.'] : []),
    ...wanted
      .filter((word) => !keywords.includes(word))
      .map((word) => `"keywords" must list "${word}", by which it is searched for.`),
    ...(author === undefined ? ['"author" is missing.'] : []),
    ...(manifest.homepage === homepage ? [] : [`"homepage" must be ${homepage}.`]),
    ...(manifest.bugs?.url === issues ? [] : [`"bugs" must be ${JSON.stringify({ url: issues })}.`]),
  ]
}

/** Not moved by anybody but us: the last of the WalletConnect client under a free licence and what is tried with it, and what our own code depends on in a way that no range promises. */
const held = /^(?:@walletconnect\/.*|@reown\/walletkit|@coinbase\/wallet-sdk|shamir-secret-sharing|esbuild)$/
/** A tool of tests: the nodes, services and contracts are those that were tried. */
const heldWhole = '@latchkey/devstack'

/** An exact version gives each app a second copy, and no patch reaches it without a release of ours. */
function pinProblems({ manifest }: Archive) {
  if (manifest.name === heldWhole) return []
  const ranges = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })
  return ranges.flatMap(([name, range]) =>
    /^\d/.test(range) && !held.test(name)
      ? [`${name} is pinned to ${range}: give a range, such as ^${range}.`]
      : [],
  )
}

/** A range without an upper end promises what nobody has tried, and the workspace's own words mean nothing outside. */
function rangeProblems({ manifest }: Archive) {
  const ranges = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })
  return ranges.flatMap(([name, range]) => {
    if (/^(?:workspace|catalog|file|link):/.test(range)) return [`${name} is left at "${range}".`]
    const isOpen = range.split('||').some((part) => /^\s*(?:\*|x|latest|>=?[^<]*)?\s*$/.test(part))
    return isOpen ? [`The range of ${name}, "${range}", has no upper end.`] : []
  })
}

function entryProblems({ manifest, files }: Archive) {
  return Object.entries(manifest.exports ?? {}).flatMap(([entry, target]) => {
    const targets = typeof target === 'string' ? { default: target } : target
    const absent = Object.values(targets).filter((path) => !files.has(posix.normalize(path)))
    const untyped = entry !== './package.json' && targets['types'] === undefined
    return [
      ...absent.map((path) => `"${entry}" names ${path}, which is not in the archive.`),
      ...(untyped ? [`"${entry}" has no types.`] : []),
    ]
  })
}

function sourceMapProblems({ files }: Archive) {
  return [...files].flatMap(([path, text]) => {
    if (!path.startsWith('dist/') || !path.endsWith('.js')) return []
    const map = files.get(`${path}.map`)
    if (map === undefined || !text.includes(`//# sourceMappingURL=${posix.basename(path)}.map`))
      return [`${path} has no source map.`]
    const { sourcesContent } = JSON.parse(map) as { readonly sourcesContent?: readonly unknown[] }
    return sourcesContent?.every((source) => typeof source === 'string')
      ? []
      : [`The source map of ${path} carries no sources.`]
  })
}

/** Tests, and data that no shipped module imports. */
function strayFiles({ files }: Archive) {
  const code = [...files].filter(([path]) => path.endsWith('.js')).map(([, text]) => text)
  return [...files.keys()].flatMap((path) => {
    // A generator may well write a test.
    if (path.startsWith('templates/')) return []
    if (/\.test(?:-d)?\.|(?:^|\/)(?:vectors|__snapshots__|fixtures)\//.test(path))
      return [`${path} is for tests only.`]
    const isData = path.startsWith('dist/') && path.endsWith('.json')
    return isData && !code.some((text) => text.includes(posix.basename(path)))
      ? [`${path} is read by nothing in the archive.`]
      : []
  })
}

/** A registry shows the README on a page of its own, where a path of the repository leads nowhere. */
function deadLinks({ files }: Archive, { repository, hasPath }: ArchiveOrigin) {
  const readme = files.get('README.md') ?? ''
  return [...readme.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (link.startsWith('#'))
      return anchorsOf(readme).has(link.slice(1)) ? [] : [`README.md: ${link} is dead.`]
    const [address = ''] = link.split('#')
    const path = address.replace(`${repository}/`, '').replace(/^(?:blob|tree)\/main\//, '')
    if (address.startsWith(`${repository}/`))
      return hasPath(path) ? [] : [`README.md: ${link} is not in the repository.`]
    return /^https:\/\//.test(link) ? [] : [`README.md: ${link} leads nowhere outside the repository.`]
  })
}

/** The anchors of a Markdown document's headings, as GitHub and npm make them. */
export function anchorsOf(document: string): ReadonlySet<string> {
  const withoutCode = document.replaceAll(/^```[\s\S]*?^```/gm, '')
  return new Set([...withoutCode.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))
}

/**
 * React's server components need to be told which modules run in the browser: the entries with components, and no other,
 * because a server may call what the others export.
 */
function clientBorderProblems({ manifest, files }: Archive) {
  const client = new Set(clientEntries(manifest))
  return [...files].flatMap(([path, text]) => {
    if (!path.endsWith('.js')) return []
    const isMarked = /^(?:\s|\/\/.*\n|\/\*[\s\S]*?\*\/)*['"]use client['"]/.test(text)
    if (client.has(path) && !isMarked) return [`${path} must begin with 'use client'.`]
    if (!client.has(path) && isMarked) return [`${path} must not say 'use client'.`]
    // Next cannot list the exports of a client module that passes on everything.
    return isMarked && /^export \* from/m.test(text) ? [`${path} must name what it exports.`] : []
  })
}

function clientEntries({ name, exports = {} }: ArchiveManifest) {
  return Object.entries(exports).flatMap(([entry, target]) => {
    const path = typeof target === 'string' ? target : target['default']
    const isClient =
      /^\.\/(?:react(?:\/|$)|messages$)/.test(entry) || (name === '@latchkey/ui-react' && entry === '.')
    return isClient && path !== undefined ? [posix.normalize(path)] : []
  })
}
