import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Browser } from 'playwright'
import { launchBrowser } from '../../ui-react/gallery/launchBrowser.js'
import { quit } from '../quit.js'
import { startPackageRegistry } from '../startPackageRegistry.js'
import { takeAtATime } from '../takeAtATime.js'
import { archivePaths, requireArchives, root } from '../workspace.js'
import { type Documentation, type Journey, journeys } from './journeys.js'
import { openTerminal } from './openTerminal.js'
import { readSteps } from './readSteps.js'

/**
 * Follows the documentation as newcomers do: each starts in an empty folder, runs every command and writes every file of a page as it
 * stands there, with packages from a registry on this machine, and does in Chromium what the page says. Needs the archives that
 * `checkPackages.ts` leaves, and the built site. Follows those of a command, of a text for agents and of a server; `--all` follows each,
 * and `npx tsx scripts/newcomers/newcomers.ts wagmi` those whose name has the word.
 */
const site = join(root, 'site/dist')
if (!existsSync(site)) quit('The site is not built. Run "npm run test:long -- site" first.', 'SITE_NOT_BUILT')
requireArchives()
const folder = mkdtempSync(join(tmpdir(), 'latchkey-newcomers-'))
const isEvery = process.argv.includes('--all')
const words = process.argv.slice(2).filter((word) => word !== '--all')
const chosen = journeys.filter(({ name, isAlways }) =>
  words.length > 0 ? words.every((word) => name.includes(word)) : isEvery || isAlways,
)
if (chosen.length === 0) {
  const names = journeys.map(({ name }) => `"${name}"`).join(', ')
  quit(
    `No newcomer's name has "${words.join('" and "')}". These are their names: ${names}.`,
    'SCRIPT_WORD_UNKNOWN',
  )
}

let failed = 0
const registry = await startPackageRegistry(archivePaths(), npmRegistry())
let browser: Browser | undefined
try {
  browser = await launchBrowser()
  const environment = {
    npm_config_userconfig: settingsFor(registry.url),
    // A reader says yes when npm asks whether to install what a command names.
    npm_config_yes: 'true',
    NEXT_TELEMETRY_DISABLED: '1',
    CI: '1',
  }
  const opened = browser
  // Much of an installation is waiting.
  await takeAtATime(2, chosen, (journey) => tell(journey, { site, environment }, opened))
} finally {
  await browser?.close()
  registry.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${chosen.length - failed} of ${chosen.length} newcomers got where they wanted.`)
process.exit(failed > 0 ? 1 : 0)

function npmRegistry(): string {
  return execFileSync('npm', ['config', 'get', 'registry']).toString().trim()
}

/** Follows a journey, and says how it went. */
async function tell(journey: Journey, documentation: Documentation, opened: Browser): Promise<void> {
  const begun = Date.now()
  const fault = await follow(journey, documentation, opened).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  const took = `${Math.round((Date.now() - begun) / 1000)} s`
  console.log(fault === undefined ? `ok   ${journey.name} (${took})` : `FAIL ${journey.name}: ${fault}`)
  if (fault !== undefined) failed += 1
}

/** Writes the settings of this machine's npm, and where Latchkey's own packages come from. Returns where they are. */
function settingsFor(url: string): string {
  const own = execFileSync('npm', ['config', 'get', 'userconfig']).toString().trim()
  const path = join(folder, 'newcomer.npmrc')
  writeFileSync(path, `${existsSync(own) ? readFileSync(own, 'utf8') : ''}\n@latchkey:registry=${url}\n`)
  return path
}

async function follow(journey: Journey, documentation: Documentation, opened: Browser): Promise<void> {
  const steps = readSteps(await journey.read(documentation))
  const home = mkdtempSync(join(folder, 'home-'))
  const { environment } = documentation
  const terminal = openTerminal(home, {
    ...environment,
    ...(journey.needsNewerNode ? { PATH: withNewerNode(environment) } : {}),
    ...(journey.isGenerated ? { npm_config_registry: registry.url } : {}),
  })
  try {
    let address: string | undefined
    for (const step of steps) address = (await terminal.follow(step)) ?? address
    if (address === undefined) throw new Error('The page starts nothing that could be opened.')
    await visit(journey, opened, address)
  } finally {
    await terminal.close()
  }
}

async function visit({ succeed }: Journey, opened: Browser, address: string): Promise<void> {
  const context = await opened.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  try {
    await page.goto(address)
    await succeed(page)
  } catch (error) {
    const shown = await page
      .locator('body')
      .innerText()
      .catch(() => '')
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nThe page shows:\n${shown}`)
  } finally {
    await context.close()
  }
  if (faults.length > 0) throw new Error(`The page throws: ${faults.join(' ')}`)
}

/** Has the newer Node that a page asks for stand first, where this machine's is older. */
function withNewerNode(environment: Readonly<Record<string, string>>): string {
  const path = process.env['PATH'] ?? ''
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 12)) return path
  const place = join(folder, 'node')
  mkdirSync(place, { recursive: true })
  execFileSync('npm', ['install', '--prefix', place, '--no-audit', '--no-fund', 'node@22'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment },
  })
  return `${join(place, 'node_modules/node/bin')}${delimiter}${path}`
}
