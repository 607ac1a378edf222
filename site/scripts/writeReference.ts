import { packageSlug } from '../contents.js'
import type { Entry, Exported } from './readExports.js'
import type { WrittenPage } from './writtenPage.js'

const groups: readonly (readonly [Exported['kind'], string])[] = [
  ['component', 'Components'],
  ['hook', 'Hooks'],
  ['function', 'Functions'],
  ['class', 'Classes'],
  ['value', 'Keys and values'],
  ['type', 'Types'],
]

/** The address of the page with everything that a package exports. */
export const referenceSlug = (folder: string): string => `${packageSlug(folder)}/api`

/** The page with everything that the entries of a package export, from their sources and docstrings. */
export function referencePage(
  folder: string,
  name: string,
  entries: readonly Entry[],
  repository: string,
): WrittenPage {
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
  return {
    slug: referenceSlug(folder),
    title: `${name}: reference`,
    description: `Everything that ${name} exports: ${count} names with their types, from the sources.`,
    headings: 2,
    body: `[Guide](/${packageSlug(folder)}/). Everything that is exported, from the sources: ${count} names.\n\n${body.join('\n\n')}`,
  }
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
