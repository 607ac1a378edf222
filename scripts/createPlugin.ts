import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installGenerator } from './createPlugin/installGenerator.js'
import { followGuide, type GuideOptions } from './createPlugin/followGuide.js'

/**
 * Follows `docs/plugins/start.md` from an empty folder, command by command, for each kind of plugin, with npm and with pnpm: makes a
 * plugin, installs it from the packed packages alone, tests it, does what its failing test says, and opens its page in Chromium. Needs
 * the archives that `checkPackages.ts` leaves. Names of kinds and of package managers on the command line choose among them.
 */
const kinds = ['chain', 'connector', 'feature', 'view'] as const
const managers = ['npm', 'pnpm'] as const

const words = process.argv.slice(2)
const chosen = <T extends string>(all: readonly T[]): readonly T[] => {
  const named = all.filter((one) => words.includes(one))
  return named.length > 0 ? named : all
}

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
  // Both package managers at once: most of their time is spent on files.
  for (const kind of chosen(kinds)) {
    await Promise.all(chosen(managers).map((manager) => tell({ kind, manager, generator })))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed > 0 ? 1 : 0)
