// Logins by every way there is, many at once, with something that goes wrong between any two steps. Nobody is signed in as another,
// and whoever isn't signed in can start again and is the person that they were.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startEvm } from '../../../devstack/src/evm/index.js'
import { type FarcasterStack, startFarcaster } from '../../../devstack/src/farcaster/index.js'
import { attackBounds } from '../../../kernel/test/attack.js'
import {
  createHostTokens,
  createLoginWays,
  type LoginWay,
  type Spoiled,
  type Steps,
} from '../test/loginWays.js'
import { type ProviderCloud, startProviderCloud } from '../test/providerCloud.js'
import { createCaller, startService, type TestService } from '../test/startService.js'
import { createTestBrowser, type Exchange, type TestBrowser, type TestTab } from '../test/testBrowser.js'

const publicOrigin = 'https://wallet.example.org'
const plenty = { windowMilliseconds: 1_000, count: 1_000_000 }
const hour = 60 * 60_000

let chain: Awaited<ReturnType<typeof startEvm>>
let farcaster: FarcasterStack
let cloud: ProviderCloud
let hostServer: Server
let running: TestService
let ways: ReadonlyMap<string, LoginWay>
beforeAll(async () => {
  // The frame looks for the browser's locks. Here, no two tabs refresh at once.
  vi.stubGlobal('navigator', {})
  chain = await startEvm()
  farcaster = await startFarcaster({ chain })
  cloud = await startProviderCloud(`${publicOrigin}/social-callback`)
  const host = await createHostTokens()
  hostServer = createServer((_, response) => response.end(host.jwks))
  await new Promise<void>((resolve) => hostServer.listen(0, '127.0.0.1', () => resolve()))
  const jwksUrl = `http://127.0.0.1:${(hostServer.address() as AddressInfo).port}/jwks`
  running = await startService({
    publicOrigin,
    social: cloud.social,
    farcaster: farcaster.server,
    hostTokens: { issuer: host.issuer, audience: 'wallet', jwksUrl },
    limits: {
      ...{ codesPerIp: plenty, triesPerIp: plenty, codesPerEmail: plenty, triesPerEmail: plenty },
      ...{ startsPerIp: plenty, requestsPerIp: plenty },
    },
  })
  const parties = { running, publicOrigin, cloud, farcaster, host }
  ways = new Map(createLoginWays(parties).map((way) => [way.name, way]))
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await running?.stop()
  await cloud?.stop()
  hostServer?.close()
  await farcaster?.stop()
  await chain?.stop()
})

const faults = [
  'nothing',
  'closed',
  'closed while it finishes',
  'reload',
  'second tab before',
  'second tab after',
  'slow',
  'wrong issuer',
  'their clock',
  'our clock',
] as const
type Fault = (typeof faults)[number]

/** One login: whose, and what goes wrong before which of its steps. */
interface Plan {
  readonly person: number
  readonly fault: Fault
  readonly before: number
  readonly issuer: 'answer' | 'token'
  readonly sign: 1 | -1
}

const plan: fc.Arbitrary<Plan> = fc.record({
  person: fc.nat(2),
  // Seldom: people log in one after the other then, because it is everybody's clock.
  fault: fc.oneof(
    { weight: 1, arbitrary: fc.constant('our clock' as const) },
    { weight: 30, arbitrary: fc.constantFrom(...faults.filter((fault) => fault !== 'our clock')) },
  ),
  before: fc.integer({ min: 1, max: 3 }),
  issuer: fc.constantFrom('answer' as const, 'token' as const),
  sign: fc.constantFrom(1 as const, -1 as const),
})

/** Two runs in which each fault is at work. */
const examples = [faults.slice(0, 8), faults.slice(2)].map((eight): [[Plan, Plan][]] => {
  const plans = eight.map(
    (fault, index): Plan => ({ person: 0, fault, before: 1 + (index % 3), issuer: 'answer', sign: 1 }),
  )
  return [[0, 2, 4, 6].map((first) => plans.slice(first, first + 2) as [Plan, Plan])]
})

/** People by their ids at the service, over all logins of a test. */
interface Registry {
  readonly idOf: Map<string, unknown>
  readonly personOf: Map<unknown, string>
  readonly faults: Set<Fault>
  logins: number
}

function expectSame({ idOf, personOf }: Registry, person: string, id: unknown): void {
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(idOf.get(person) ?? id, `${person} is known by one id`).toBe(id)
  expect(personOf.get(id) ?? person, 'an id is of one person').toBe(person)
  idOf.set(person, id)
  personOf.set(id, person)
}

/** The steps up to the last, and the last one: a fault comes before one of them. */
async function run(steps: Steps, signal: AbortSignal, meanwhile?: (next: number) => Promise<void>) {
  for (const [index, step] of steps.entries()) {
    await meanwhile?.(index)
    await step(signal)
  }
}

class Bench {
  readonly browser: TestBrowser = createTestBrowser(running.service.address)
  readonly tab: TestTab = this.browser.open()
  readonly tabs: TestTab[] = [this.tab]
  readonly way: LoginWay
  readonly registry: Registry

  constructor(way: LoginWay, registry: Registry) {
    this.way = way
    this.registry = registry
  }

  /** Logs in with nothing in between, and is who they are. */
  async logIn(tab: TestTab, person: string): Promise<void> {
    await run(this.way.begin(tab, person, {}), new AbortController().signal)
    await this.expectIn(tab, person)
  }

  async expectIn(tab: TestTab, person: string): Promise<void> {
    tab.signedInAs = person
    const { id, provider } = await tab.frame.session.read()
    expect(provider).toBe(this.way.name)
    expect(tab.frame.session.person()).toBe(id)
    expectSame(this.registry, person, id)
    this.registry.logins += 1
  }

  /** Of whom each tab is: of who signed in there last, or of nobody, which the app was told. */
  async expectNoStranger(): Promise<void> {
    for (const tab of this.tabs) {
      if (tab.signedInAs === undefined) continue
      const { session } = tab.frame
      const read = await session.read().catch((error: unknown) => error)
      if (read instanceof FrameError) {
        expect([read.code, tab.frame.isEnded]).toEqual(['not_connected', true])
        tab.signedInAs = undefined
      } else {
        const id = this.registry.idOf.get(tab.signedInAs)
        expect([(read as { id: string }).id, session.person()], 'a tab keeps its person').toEqual([id, id])
      }
    }
  }
}

const isRefusedBy = (way: LoginWay, fault: Fault) =>
  fault === 'closed' ||
  fault === 'closed while it finishes' ||
  fault === 'wrong issuer' ||
  (fault === 'their clock' && way.readsClock) ||
  (fault === 'reload' && !way.survivesReload)

/** Waits for all of them, so that none is under way when one has failed. */
async function all(lives: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(lives)
  await Promise.all(lives)
}

/** One login with its fault. Returns what it was refused with. */
async function attempt(bench: Bench, person: string, stranger: string, given: Plan): Promise<unknown> {
  const { way, tab, browser } = bench
  const { fault, issuer, sign } = given
  const closed = new AbortController()
  const spoiled: Spoiled = {
    ...(fault === 'wrong issuer' ? { issuer } : {}),
    ...(fault === 'their clock' ? { clock: sign * 3600 } : {}),
  }
  const steps = way.begin(tab, person, spoiled)
  const at = Math.min(given.before, steps.length - 1)
  let second: (() => Promise<void>) | undefined
  const isLast = (index: number) => index === steps.length - 1
  tab.onAnswer = fault === 'slow' ? () => new Promise((resolve) => setTimeout(resolve, 5)) : () => undefined
  try {
    await run(steps, closed.signal, async (index) => {
      if (isLast(index) && fault === 'closed while it finishes') {
        tab.onAnswer = async () => closed.abort(new FrameError('aborted'))
      }
      if (index !== at) return
      if (fault === 'closed') closed.abort(new FrameError('aborted'))
      closed.signal.throwIfAborted()
      if (fault === 'reload') tab.reload()
      if (fault === 'our clock') running.pass(sign * hour)
      if (fault === 'second tab before' || fault === 'second tab after') {
        const other = browser.open()
        bench.tabs.push(other)
        const theirs = way.begin(other, stranger, {})
        await theirs[0]?.(new AbortController().signal)
        second = async () => {
          await run(theirs.slice(1), new AbortController().signal)
          await bench.expectIn(other, stranger)
        }
        if (fault === 'second tab before') await second()
      }
    })
    await bench.expectIn(tab, person)
    if (fault === 'second tab after') await second?.()
    return undefined
  } catch (error) {
    if (!(error instanceof FrameError)) throw error
    return error
  } finally {
    tab.onAnswer = () => undefined
  }
}

/** Every answer was meant for a caller: no login's fault is a fault of the service. */
function expectAnswered(exchanges: readonly Exchange[]): void {
  for (const { path, status, answer } of exchanges) {
    expect(status, path).toBeLessThan(500)
    if (status !== 200) expect([path, answer['code']]).toEqual([path, expect.stringMatching(/^[a-z_]+$/)])
  }
}

/** Expects that an answer that signed in once signs nobody in again. */
async function expectSpent(exchanges: readonly Exchange[]): Promise<void> {
  const ask = createCaller(running.service.address)
  for (const { path, body, status, answer } of exchanges) {
    // A host's token holds for as long as it says.
    if (!path.startsWith('/v1/login/') || path === '/v1/login/token' || answer['access'] === undefined)
      continue
    expect(status).toBe(200)
    const again = await ask(path, body)
    expect(again.status, path).toBeGreaterThanOrEqual(400)
    expect(again.status, path).toBeLessThan(500)
    expect(again.body.access).toBeUndefined()
  }
}

describe('logins at the same time, with something that goes wrong in each,', () => {
  test.each([
    ...['google', 'github', 'apple', 'facebook', 'x', 'discord', 'farcaster', 'email', 'passkey', 'token'],
  ])(
    'by %s: nobody is signed in as another, and everybody gets in with the next try',
    async (name) => {
      const way = ways.get(name) as LoginWay
      const registry: Registry = { idOf: new Map(), personOf: new Map(), faults: new Set(), logins: 0 }

      /** People come back a few times, and not so often that their first sessions end for the last ones. */
      let runs = 0
      async function live(browserIndex: number, plans: readonly Plan[]): Promise<void> {
        const bench = new Bench(way, registry)
        const group = Math.floor(runs / 4)
        const nameOf = (person: number) => `${name}-${group}-${browserIndex}-${person}`
        for (const given of plans) {
          const person = nameOf(given.person)
          registry.faults.add(given.fault)
          const refused = await attempt(bench, person, nameOf(given.person + 1), given)
          const isExpected = isRefusedBy(way, given.fault)
          if (given.fault !== 'our clock')
            expect([given, refused]).toEqual([given, isExpected ? expect.any(FrameError) : undefined])
          await bench.expectNoStranger()
          if (refused) await bench.logIn(bench.tab, person)
          await bench.expectNoStranger()
        }
        expectAnswered(bench.browser.exchanges)
        await expectSpent(bench.browser.exchanges)
      }

      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(plan, plan), { minLength: 4, maxLength: 4 }), async (browsers) => {
          running.mail.clear()
          runs += 1
          const isTimeMoved = browsers.flat().some(({ fault }) => fault === 'our clock')
          if (isTimeMoved) for (const [index, plans] of browsers.entries()) await live(index, plans)
          else await all(browsers.map((plans, index) => live(index, plans)))
          expect(running.faults).toEqual([])
        }),
        { ...attackBounds(7, examples.length), examples },
      )
      expect(registry.logins).toBeGreaterThanOrEqual(16)
      expect(registry.faults.size).toBe(faults.length)
    },
    1_800_000,
  )
})
