import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { startEvm } from '@latchkey/devstack/evm'
import { chromium } from 'playwright'
import { type Bundler, builds, bundlers, type Site } from './builds.js'
import { ownCandidates, peerCandidates } from './candidates.js'
import { initialSize } from './initialSize.js'
import {
  type Crowd,
  firstClick,
  type Leak,
  leak,
  manyWallets,
  type Place,
  type Sample,
  sample,
} from './measure.js'
import { installCandidates } from './projects.js'
import { serveSites } from './serveSites.js'

/**
 * One job for ours, for the floor and for other libraries, interleaved in one run: render a Connect button, open, list an
 * announced wallet, connect it, show the address. Prints medians and the ratio to the floor. Each candidate is installed as
 * a host would, ours from the archives that would be published: `npm run build` comes first.
 *
 * `tsx connect/job.ts [runs] [vite|esbuild|webpack] [peers] [phone]`, default 9 and vite. `peers` measures RainbowKit and
 * ConnectKit too, which are installed for it; `phone` measures only the first click on a phone.
 */
const runs = Number(process.argv[2] ?? 9)
const bundler: Bundler = bundlers.find((name) => process.argv.includes(name)) ?? 'vite'
const candidates = [...ownCandidates, ...(process.argv.includes('peers') ? peerCandidates : [])]
const onlyPhone = process.argv.includes('phone')

const chain = await startEvm()
const address = chain.accounts[0]?.address.toLowerCase() as string
const projects = installCandidates(candidates)
const sites = new Map<string, Site>()
for (const project of projects) sites.set(project.name, await builds[bundler](project))
const server = await serveSites(sites)
const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
)
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--enable-precise-memory-info'],
})

const place: Place = { browser, url: server.url, rpcUrl: chain.url, address }

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** What was measured of each candidate, by its name. */
const measured = new Map(
  candidates.map(({ name }) => [
    name,
    { phone: [] as number[], desktop: [] as number[], samples: [] as Sample[], crowds: [] as Crowd[] },
  ]),
)
for (let run = 0; run < runs; run += 1) {
  for (const candidate of candidates) {
    const own = measured.get(candidate.name)
    own?.phone.push(await firstClick(place, candidate, { isPhone: true }))
    if (onlyPhone) continue
    own?.desktop.push(await firstClick(place, candidate, { isPhone: false }))
    own?.samples.push(await sample(place, candidate))
    own?.crowds.push(await manyWallets(place, candidate))
  }
}

type Measured = 'phone' | 'desktop' | `samples.${keyof Sample}` | `crowds.${keyof Crowd}`

function of(name: string, what: Measured): number {
  const own = measured.get(name)
  if (!own) return Number.NaN
  if (what === 'phone' || what === 'desktop') return median(own[what])
  const [list, key] = what.split('.')
  return list === 'samples'
    ? median(own.samples.map((entry) => entry[key as keyof Sample]))
    : median(own.crowds.map((entry) => entry[key as keyof Crowd]))
}

const times = (name: string, what: Measured) =>
  `${Math.round(of(name, what))} (${(of(name, what) / of('floor', what)).toFixed(2)})`
const table = (rows: readonly (readonly string[])[]) => {
  for (const [index, row] of rows.entries()) {
    console.log(`| ${row.join(' | ')} |`)
    if (index === 0) console.log(`|${row.map((_, column) => (column === 0 ? '---|' : '--:|')).join('')}`)
  }
  console.log()
}

const leakOf = (found?: Leak) => (found ? `${found.nodes.toFixed(1)}, ${found.listeners.toFixed(1)}` : '–')

console.log(`${bundler}, ${runs} runs, load ${loadavg()[0]?.toFixed(1)}\n`)
if (onlyPhone) {
  table([
    ['Candidate', 'phone: first click → list ms (×)', 'all runs'],
    ...candidates.map(({ name }) => [
      name,
      times(name, 'phone'),
      (measured.get(name)?.phone ?? []).map(Math.round).join(', '),
    ]),
  ])
} else {
  const leaks = new Map<string, Leak>()
  for (const candidate of ownCandidates) leaks.set(candidate.name, await leak(place, candidate))
  table([
    [
      'Candidate',
      'packages',
      'initial JS kB',
      'JS by connected kB',
      'clickable ms (×)',
      'processor until idle ms (×)',
      'first click → list, desktop ms (×)',
      'phone ms (×)',
      'click → list ms',
      'click → still ms',
      'wallet → address ms',
      'leak: nodes, listeners',
    ],
    ...projects.map(({ name, packages }) => [
      name,
      String(packages),
      initialSize(sites.get(name) as Site).toFixed(1),
      of(name, 'samples.total').toFixed(1),
      times(name, 'samples.clickable'),
      times(name, 'samples.work'),
      times(name, 'desktop'),
      times(name, 'phone'),
      of(name, 'samples.listed').toFixed(0),
      of(name, 'samples.settled').toFixed(0),
      of(name, 'samples.connected').toFixed(0),
      leakOf(leaks.get(name)),
    ]),
  ])
  table([
    ['500 wallets', 'clickable ms', 'click → list ms', 'click → still ms', 'processor ms'],
    ...candidates.map(({ name }) => [
      name,
      times(name, 'crowds.clickable'),
      of(name, 'crowds.listed').toFixed(0),
      of(name, 'crowds.settled').toFixed(0),
      of(name, 'crowds.work').toFixed(0),
    ]),
  ])
}
await browser.close()
server.stop()
await chain.stop()
