import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEvm } from '@latchkey/devstack/evm'
import { startSolana } from '@latchkey/devstack/solana'
import { type Browser, chromium, type Page } from '@playwright/test'
import { folderOf, type Pair, pageOf, pairs, type Side, sidesOf } from '../../scripts/comingOver/Pair.js'
import { takeWords } from '../../scripts/takeWords.js'
import { requireArchives } from '../../scripts/workspace.js'
import { driveEvm } from './driveEvm.js'
import { driveOnchainKit } from './driveOnchainKit.js'
import { driveSolana } from './driveSolana.js'
import { installApp } from './installApp.js'
import { type ServedApp, serveApp } from './serveApp.js'
import { type Weight, weigh } from './weigh.js'
import { weightProblems } from './weightProblems.js'

/**
 * Installs apps after they came over, one of each chain, from the packed archives, and drives each by the script of its pair in
 * Chromium: with a wallet that holds a real key, on local chains. Weighs their scripts, and holds the figures of the pages to it. Needs
 * the archives that `checkPackages.ts` leaves. `--all` takes every pair and the apps before as well, whose packages are pinned and change
 * with nothing of ours, and `tsx e2e/comingOver/run.ts rainbowkit` takes one pair.
 */
const once = ['rainbowkit', 'wallet-adapter']
const { words: named, options } = takeWords({
  words: pairs.map(({ name }) => name),
  options: ['--all'],
})
const isEvery = options.has('--all')
const wanted: readonly string[] = named.length > 0 || isEvery ? named : once
const chosenSides = (pair: Pair): readonly Side[] => (isEvery ? sidesOf(pair) : ['after'])
requireArchives()
const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
)
const folder = mkdtempSync(join(tmpdir(), 'latchkey-coming-over-'))
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    // The products ask hosts of their own for pictures and prices. None is to be reached.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  ],
})
let passed = 0
let failed = 0
try {
  for (const pair of pairs.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const weights: Partial<Record<Side, Weight>> = {}
    for (const side of chosenSides(pair)) {
      try {
        const started = Date.now()
        const weight = await tryApp(browser, pair, side)
        weights[side] = weight
        passed += 1
        const seconds = Math.round((Date.now() - started) / 1000)
        const sizes = `${weight.initial.toFixed(1)} kB at first, ${weight.connected.toFixed(1)} kB when connected`
        console.log(`${pair.name} ${side}: ${sizes}, ${seconds} s`)
      } catch (error) {
        failed += 1
        console.error(`${pair.name} ${side}: ${describe(error)}`)
      }
    }
    if (!chosenSides(pair).every((side) => weights[side])) continue
    const problems = weightProblems(readFileSync(pageOf(pair), 'utf8'), weights)
    for (const problem of problems) console.error(`${pair.name}: ${problem}`)
    if (problems.length > 0) failed += 1
    else passed += 1
  }
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

/** Installs, drives and weighs one app. */
async function tryApp(browser: Browser, pair: Pair, side: Side): Promise<Weight> {
  const built = installApp(folderOf(pair, side), join(folder, pair.name, side))
  const served = await serveApp(built)
  const context = await browser.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`Uncaught in the page: ${error.message}`))
  try {
    const weight = await drive(pair, side, page, served, built)
    if (problems.length > 0) throw new Error(problems.join('\n'))
    return weight
  } catch (error) {
    const picture = join(tmpdir(), `coming-over-${pair.name}-${side}.png`)
    await page.screenshot({ path: picture })
    throw new Error([describe(error), ...problems, `The page then: ${picture}`].join('\n'))
  } finally {
    await context.close()
    await served.stop()
  }
}

async function drive(pair: Pair, side: Side, page: Page, served: ServedApp, built: string): Promise<Weight> {
  let weight: Weight | undefined
  const onConnected = async () => {
    await untilQuiet(page, served)
    weight = weigh(built, served.given)
  }
  if (pair.chain === 'solana') await driveOnSolana(page, served.url, onConnected)
  else await driveOnEvm(pair, side, page, served.url, onConnected)
  if (!weight) throw new Error('The script never connected.')
  return weight
}

/** Waits until the page asks for nothing more: code that is loaded ahead counts, however fast the machine is. */
async function untilQuiet(page: Page, { given }: ServedApp): Promise<void> {
  for (let before = -1; before !== given.size; ) {
    before = given.size
    await page.waitForTimeout(1_500)
  }
}

async function driveOnSolana(page: Page, url: string, onConnected: () => Promise<void>): Promise<void> {
  const stack = await startSolana()
  try {
    await driveSolana({ page, url, stack, onConnected })
  } finally {
    await stack.stop()
  }
}

async function driveOnEvm(
  pair: Pair,
  side: Side,
  page: Page,
  url: string,
  onConnected: () => Promise<void>,
): Promise<void> {
  const chains = await Promise.all([
    startEvm({ chainId: 31337, name: 'Local one' }),
    startEvm({ chainId: 31338, name: 'Local two' }),
  ])
  try {
    if (pair.isWithoutViews) return await driveOnchainKit({ page, url, chains, onConnected })
    const signIn = pair.signsAgain ? (pair.signsAgain[side] ? 'each network' : 'once') : 'none'
    await driveEvm({ page, url, chains, signIn, onConnected })
  } finally {
    await Promise.all(chains.map((chain) => chain.stop()))
  }
}

/** Puts what an installation prints into what it throws. */
function describe(error: unknown): string {
  const { message, stdout, stderr } = error as { message: string; stdout?: Buffer; stderr?: Buffer }
  return [message, stdout, stderr].filter((part) => part !== undefined).join('\n')
}
