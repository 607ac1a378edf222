import { posix } from 'node:path'
import { packageFolders, packageSlug } from '../contents.js'
import type { CodeUse } from './findCodes.js'
import type { WrittenPage } from './writtenPage.js'

/** Where every code is described: what an error, a notice or a decision says, and who makes it. */
export const errorsSlug = 'reference/errors'

export interface ErrorsFrom {
  /** The uses of codes by folder of a package. */
  readonly uses: ReadonlyMap<string, readonly CodeUse[]>
  /** The name of a package by its folder. */
  readonly nameOf: (folder: string) => string
  readonly repository: string
}

/**
 * The page with an entry for each code, under the anchor that is the code in small letters.
 *
 * @throws Error when the sources don't say what a code means.
 */
export function errorsPage({ uses, nameOf, repository }: ErrorsFrom): WrittenPage {
  const byCode = new Map<string, Found[]>()
  for (const [folder, found] of uses) {
    for (const use of found) byCode.set(use.code, [...(byCode.get(use.code) ?? []), { ...use, folder }])
  }
  const codes = [...byCode.keys()].sort()
  const untold = codes.filter((code) => !byCode.get(code)?.some(({ sentence, when }) => sentence ?? when))
  if (untold.length > 0)
    throw new Error(
      `Nothing says what these codes mean: ${untold.join(', ')}. Write a docstring beside each.`,
    )
  const folders = new Map([...uses.keys()].map((folder) => [nameOf(folder), folder]))
  let letter = ''
  const entries = codes.flatMap((code) => {
    const begins = code.charAt(0) === letter ? [] : [`## ${code.charAt(0)}`]
    letter = code.charAt(0)
    return [...begins, entryOf(code, byCode.get(code) ?? [], nameOf, folders, repository)]
  })
  return {
    slug: errorsSlug,
    title: 'Errors',
    description: `What each of the ${codes.length} codes of errors, notices and decisions means, and which package uses it.`,
    headings: 2,
    body: `${introduction(codes.length)}\n\n${entries.join('\n\n')}`,
  }
}

const introduction = (count: number) => `\
${count} codes, read from the sources. An error has the code as \`code\`, a sentence for people as \`shortMessage\`, and lines for
developers in \`message\`. Codes are stable and never reused; sentences may get better. Match with \`isKernelError(error, code)\`, never with \`instanceof\`:
[errors of the kernel](/packages/kernel/#errors). Notices and decisions carry codes of the same kind and are listed here too. A "…" stands for a value.

A person who declines is \`USER_REJECTED\` and no failure. Whether money may have left by a request that failed, \`outcomeOf(error, prepared)\` says.`

type Found = CodeUse & { readonly folder: string }

function entryOf(
  code: string,
  found: readonly Found[],
  nameOf: (folder: string) => string,
  folders: ReadonlyMap<string, string>,
  repository: string,
): string {
  const unique = (values: readonly (string | undefined)[]) => [
    ...new Set(values.filter((value) => value !== undefined)),
  ]
  const sentences = unique(found.map(({ sentence }) => sentence))
  const hints = unique(found.flatMap(({ hints: own }) => own))
  const whens = unique(found.map(({ when }) => when))
  const docs = unique(found.map(({ docsPath }) => docsPath))
  const places = unique(found.map(({ path, line }) => `${path}#L${line}`))
  const shown = places.slice(0, 3).map((place) => {
    return `[${posix.basename(place.split('#')[0] ?? '')}](${repository}/blob/main/${place})`
  })
  const rest = places.length > shown.length ? ` and ${places.length - shown.length} more` : ''
  return [
    `### ${code}`,
    ...sentences.map((sentence) => `> ${plain(sentence)}`),
    hints.length > 0 ? hints.map((hint) => `- ${plain(hint)}`).join('\n') : '',
    ...whens.map((when) => plain(when)),
    ...docs.map((path) => `More: [${headingOf(path)}](${linkOf(path, folders)})`),
    `${unique(found.map(({ folder }) => `[${nameOf(folder)}](/${packageSlug(folder)}/)`)).join(', ')}: ${shown.join(', ')}${rest}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** What is read in the place of a document's path: `session of @latchkey/kernel`. */
const headingOf = (docsPath: string): string =>
  docsPath.replace(
    /^(@latchkey\/[^/]+)\/README\.md#(.+)$/,
    (_, name, anchor) => `${anchor.replaceAll('-', ' ')} of ${name}`,
  )

/** Where a heading of an installed document is on the site: `@latchkey/kernel/README.md#session`. */
function linkOf(docsPath: string, folders: ReadonlyMap<string, string>): string {
  const [, name = '', anchor = ''] = /^(@latchkey\/[^/]+)\/README\.md#(.+)$/.exec(docsPath) ?? []
  const folder = folders.get(name)
  if (folder === undefined) throw new Error(`An error names ${docsPath}, and no package has that document.`)
  return `/${packageSlug(folder)}/#${anchor}`
}

/** Text whose signs mean nothing to Markdown, but for code. */
const plain = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[\\*_[\]<>{}|#~]/g, '\\$&')))
    .join('')
    .replaceAll('\n', ' ')

/** Tools at a command line, whose errors nobody handles. */
const tools: readonly string[] = ['devstack', 'codemod', 'mcp', 'create', 'create-plugin']

/** The folders whose codes are listed. */
export const foldersWithCodes = (root: string): readonly string[] =>
  packageFolders(root).filter((folder) => !tools.includes(folder))
