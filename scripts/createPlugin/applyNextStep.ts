import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How the failing test of a new plugin says what to do. */
const step = /In (\S+), put this (behind|in the place of) "(.+)":\n\n {2}(.+)\n/

/** Does what a failing test says, to the letter. Throws where it doesn't say what to put where. */
export function applyNextStep(folder: string, output: string): void {
  const [, path = '', how, anchor = '', line = ''] = step.exec(output) ?? []
  if (!path) throw new Error(`The failing test does not say what to put where.\n${output.slice(-3_000)}`)
  const file = join(folder, path)
  const text = readFileSync(file, 'utf8')
  if (text.split(anchor).length !== 2)
    throw new Error(
      `${path} has ${text.split(anchor).length - 1} times what the failing test names: ${anchor}`,
    )
  writeFileSync(
    file,
    text.replace(anchor, () => (how === 'behind' ? `${anchor}\n${line}` : line)),
  )
}
