import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace.js'

export const guide = 'docs/plugins/start.md'

/** Reads the commands that the guide tells people to type, in their order. */
export function guideCommands(): readonly string[] {
  const text = readFileSync(join(root, guide), 'utf8')
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
  return blocks.flatMap((block) => block.split('\n').filter((line) => line !== ''))
}
