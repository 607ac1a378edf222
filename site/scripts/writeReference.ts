import { packageSlug } from '../contents.js'
import type { Entry, Exported } from './readExports.js'
import type { WrittenPage } from './writtenPage.js'

const groups: readonly (readonly [Exported['kind'], string])[] = [
  ['component', 'Components'],
  ['hook', 'Hooks'],
  ['function', 'Functions'],
  ['options', 'Options'],
  ['class', 'Classes'],
  ['event', 'Events'],
  ['value', 'Keys and values'],
  ['type', 'Types'],
]

/** The address of the page with everything that a package exports. */
export const referenceSlug = (folder: string): string => `${packageSlug(folder)}/api`

export interface ReferenceFrom {
  readonly folder: string
  readonly name: string
  readonly entries: readonly Entry[]
  /** Codes of errors, notices and decisions that its sources use. */
  readonly codes: readonly string[]
  /** The document that says which hosts a page contacts. */
  readonly hosts: string
  readonly repository: string
}

/** The page with everything that a package exports, from its sources and docstrings, its codes, and the hosts it contacts. */
export function referencePage({
  folder,
  name,
  entries,
  codes,
  hosts,
  repository,
}: ReferenceFrom): WrittenPage {
  const count = entries.reduce((sum, { exports }) => sum + exports.length, 0)
  const known = new Set<string>()
  const body = entries.flatMap((entry) => {
    const parts = groups.flatMap(([kind, label]) => {
      const members = entry.exports.filter((each) => each.kind === kind)
      if (members.length === 0) return []
      const told = members.toSorted((left, right) => (left.name < right.name ? -1 : 1))
      return [`**${label}**`, ...told.map((each) => describe(each, known, repository))]
    })
    return [`## ${entry.name}`, ...parts]
  })
  const names = entries.flatMap(({ exports }) => exports.map((exported) => exported.name))
  return {
    slug: referenceSlug(folder),
    title: `${name}: reference`,
    description: `Everything that ${name} exports: ${count} names with their types, from the sources.`,
    headings: 2,
    body: [
      `[Guide](/${packageSlug(folder)}/). Everything that is exported, from the sources: ${count} names.`,
      ...body,
      ...codesPart(codes),
      ...hostsPart(hosts, names),
    ].join('\n\n'),
  }
}

function codesPart(codes: readonly string[]): readonly string[] {
  if (codes.length === 0) return []
  const links = codes.map((code) => `[\`${code}\`](/reference/errors/#${code.toLowerCase()})`)
  return ['## Codes of errors and notices', links.join(' · ')]
}

/** The rows of the table of hosts that name something which the package exports. */
function hostsPart(document: string, names: readonly string[]): readonly string[] {
  const table = document.split('\n').filter((line) => line.startsWith('|'))
  const rows = table.slice(2).filter((row) => {
    const called = Array.from(row.split('|')[1]?.matchAll(/(\w+)\(/g) ?? [], ([, called = '']) => called)
    return called.some((each) => names.includes(each))
  })
  if (rows.length === 0) return []
  return [
    '## Hosts that it contacts',
    [...table.slice(0, 2), ...rows].join('\n'),
    'From [all hosts](/hosts/).',
  ]
}

function describe(exported: Exported, known: Set<string>, repository: string): string {
  const { name, documentation, declaration, path, line } = exported
  const place = `${path}#L${line}`
  const source = `[Source](${repository}/blob/main/${place})`
  if (known.has(`${name} ${place}`)) return `### ${name}\n\nAs above. ${source}`
  known.add(`${name} ${place}`)
  return [`### ${name}`, plain(documentation), `\`\`\`ts declaration\n${declaration}\n\`\`\``, source]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** A docstring as Markdown: signs of types are text, links are names. */
const plain = (text: string): string =>
  text
    .replaceAll(/\{@link ([\w.]+)\}/g, '`$1`')
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[<>{}[\]*_]/g, '\\$&')))
    .join('')
