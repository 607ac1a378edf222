import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installGenerator } from './createPlugin/installGenerator.js'
import { takeWords } from './takeWords.js'
import { requireArchives } from './workspace.js'
import { followGuide, type GuideOptions } from './createPlugin/followGuide.js'

/**
 * Follows `docs/plugins/start.md` from an empty folder, command by command, for each kind of plugin: makes a plugin, installs it from
 * the packed packages alone, tests it, does what its failing test says, and opens its page in Chromium. Needs the archives that
 * `checkPackages.ts` leaves. Takes half of the kinds with npm and half with pnpm; `--all` takes each with both, and names of kinds and
 * of package managers on the command line choose among them.
 */
const kinds = ['chain', 'connector', 'feature', 'view'] as const
const managers = ['npm', 'pnpm'] as const

const { words, options } = takeWords({ words: [...kinds, ...managers], options: ['--all'] })
const isNamed = (name: string) => words.some((word) => word === name)
const chosen = <T extends string>(all: readonly T[]): readonly T[] => {
  const named = all.filter(isNamed)
  return named.length > 0 ? named : all
}
/** Two of them at a time, one with each package manager: most of their time is spent on files. */
const rounds: readonly (readonly Pick<GuideOptions, 'kind' | 'manager'>[])[] =
  words.length > 0 || options.has('--all')
    ? chosen(kinds).map((kind) => chosen(managers).map((manager) => ({ kind, manager })))
    : [
        [
          { kind: 'chain', manager: 'npm' },
          { kind: 'connector', manager: 'pnpm' },
        ],
        [
          { kind: 'feature', manager: 'pnpm' },
          { kind: 'view', manager: 'npm' },
        ],
      ]

requireArchives()
const folder = mkdtempSync(join(tmpdir(), 'latchkey-create-plugin-'))
let failed = 0

/** Follows the guide, and says how it went. */
async function tell(options: GuideOptions): Promise<void> {
  const name = `${options.kind} with ${options.manager}`
  const started = Date.now()
  const own = join(folder, `${options.kind}-${options.manager}`)
  mkdirSync(own)
  try {
    const { passed } = await followGuide(own, options)
    console.log(`ok   ${name}: ${passed} tests, ${Math.round((Date.now() - started) / 1_000)} s`)
  } catch (error) {
    failed += 1
    console.error(`FAIL ${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

try {
  const generator = installGenerator(join(folder, 'generator'))
  for (const round of rounds) await Promise.all(round.map((chosen) => tell({ ...chosen, generator })))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed > 0 ? 1 : 0)
