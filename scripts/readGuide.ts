import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GuideBlock, guideBlocks } from './guideBlocks.js'
import { root } from './workspace.js'

/** Reads the blocks of all guides for plugins. */
export const readGuide = (): readonly GuideBlock[] =>
  readdirSync(join(root, 'docs/plugins'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/plugins/${name}`)
    .flatMap((path) => guideBlocks(path, readFileSync(join(root, path), 'utf8')))
