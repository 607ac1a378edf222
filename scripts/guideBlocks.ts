/** Code of a guide that has to work: TypeScript, or a manifest. */
export interface GuideBlock {
  /** Where its fence opens: `docs/plugins/chain.md:81`. */
  readonly place: string
  /**
   * Its file in the folder of blocks: `chain/decided.ts`, by the document and the first function that the block exports, or the first
   * constant. A second one of that name is `chain/example-2.ts`. A manifest is `chain/manifest.json`.
   */
  readonly path: string
  /** Stands on the lines that it has in the document, so that a compiler's lines are right. */
  readonly text: string
}

const code = ['ts', 'tsx', 'json']
/** Commands are typed by `createPlugin.ts`, and drawings do nothing. */
const others = ['sh', 'mermaid', 'text']

/**
 * Reads the blocks of a guide that have to work.
 *
 * @param path Of the document, from the root of the repository.
 * @throws Error for a block of a language that nobody runs.
 */
export function guideBlocks(path: string, document: string): readonly GuideBlock[] {
  const folder = /([^/]+)\.md$/.exec(path)?.[1]
  const taken = new Map<string, number>()
  return [...document.matchAll(/^```(\S*)[^\n]*\n(.*?)^```$/gms)].flatMap((found) => {
    const [, language = '', text = ''] = found
    const line = document.slice(0, found.index).split('\n').length
    const place = `${path}:${line}`
    if (others.includes(language)) return []
    if (!code.includes(language)) throw new Error(unknownLanguage(place, language))
    const name = language === 'json' ? 'manifest' : exportOf(text, place)
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    const file = `${count > 1 ? `${name}-${count}` : name}.${language}`
    return [{ place, path: `${folder}/${file}`, text: `${'\n'.repeat(line)}${text}` }]
  })
}

const unknownLanguage = (place: string, language: string) =>
  `${place} has a block of "${language}", which nobody runs: write it as ts, tsx, json or sh, or teach scripts/guideBlocks.ts to run it.`

function exportOf(text: string, place: string): string {
  const [, name] =
    /^export (?:default )?(?:async )?function (\w+)/m.exec(text) ?? /^export const (\w+)/m.exec(text) ?? []
  if (name === undefined) {
    throw new Error(
      `${place} has a block that exports no function and no constant: export one, so that a test can run it.`,
    )
  }
  return name
}

/**
 * Says of each block that no test imports what to add.
 *
 * @param tests The text of every test of `examples/third-party-guide`.
 */
export const untestedBlocks = (blocks: readonly GuideBlock[], tests: readonly string[]): readonly string[] =>
  blocks
    .map(({ place, path }) => ({ place, imported: `../guide/${path.replace(/\.tsx?$/, '.js')}` }))
    .filter(({ imported }) => !tests.some((test) => test.includes(`from '${imported}'`)))
    .map(
      ({ place, imported }) =>
        `${place} has a block that no test runs: import what it exports from '${imported}' in a test of examples/third-party-guide/test, and check there what the guide says of it.`,
    )
