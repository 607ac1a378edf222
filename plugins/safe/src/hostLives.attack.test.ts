// A host whose person opens another Safe, which says nothing, says it late, twice, to another page or in another form, at any moment.
import { createKernel, type Kernel } from '@latchkey/kernel'
import { isKernelError } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { fakeClock, fakeStorage } from '@latchkey/kernel/testing'
import { eip155, Eip155Provider } from '@latchkey/plugin-eip155'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { lifeBounds } from '../../../kernel/test/attack.js'
import { safe, safeId } from './index.js'

const origin = 'https://app.safe.global'
const addresses = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`)
const chains = [1, 10]
const network = (id: number) => ({
  ...{ id, name: `Chain ${id}`, nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 } },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})

/** The host's own truth, and how it answers a question. */
interface Life {
  address: string
  chainId: number
  isReadOnly: boolean
  answering: Answering
}
const answerings = [
  'at once',
  'twice',
  'late',
  'never',
  'refuses',
  'rubbish',
  'other origin',
  'other window',
] as const
type Answering = (typeof answerings)[number]
/** The app hears the truth from it. */
const isHeard = ({ answering }: Life) =>
  answering === 'at once' || answering === 'twice' || answering === 'late'

interface Question {
  readonly id: string
  readonly method: string
}

/** The page that holds the app, in a window of its own. */
function createHost(life: Life) {
  const page = new EventTarget()
  const stranger = {}
  let asked = () => {}
  const tell = (data: unknown, from: unknown, by = origin) =>
    page.dispatchEvent(Object.assign(new Event('message'), { origin: by, source: from, data }))
  const parent = {
    postMessage({ id, method }: Question) {
      const { address: safeAddress, chainId, isReadOnly, answering } = life
      const data = method === 'getSafeInfo' ? { safeAddress, chainId, isReadOnly } : {}
      const good = { id, success: true, data }
      const answers: Readonly<Record<Answering, () => void>> = {
        'at once': () => tell(good, parent),
        twice() {
          tell(good, parent)
          tell({ ...good, data: { ...data, safeAddress: addresses[0] } }, parent)
        },
        late: () => void setImmediate(() => tell(good, parent)),
        never() {},
        refuses: () => tell({ id, success: false, error: 'Not now' }, parent),
        rubbish: () => tell({ id, success: true, data: { safeAddress: 7 } }, parent),
        'other origin': () => tell(good, parent, 'https://app.safe.example'),
        'other window': () => tell(good, stranger),
      }
      queueMicrotask(() => {
        answers[answering]()
        asked()
      })
    },
  }
  vi.stubGlobal('window', Object.assign(page, { parent, location: { ancestorOrigins: [origin] } }))
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: () => null }),
  )
  return {
    show: () => void page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    /** Does something once, when the host has been asked the next time. */
    once(act: () => void) {
      asked = () => {
        asked = () => {}
        act()
      }
    },
  }
}

interface Bench {
  readonly life: Life
  readonly host: ReturnType<typeof createHost>
  readonly storage: ReturnType<typeof fakeStorage>
  app: { readonly kernel: Kernel; readonly clock: ReturnType<typeof fakeClock> }
  /** The last account that the app was told, written as the host writes its truth. */
  heard: string | undefined
}

async function rest(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets the app ask, and wait as long as it gives the host: for the Safe, and for the setting. */
async function settle({ app }: Pick<Bench, 'app'>): Promise<void> {
  await rest()
  for (const pause of [10_000, 10_000]) {
    app.clock.advance(pause)
    await rest()
  }
}

async function start(storage: Bench['storage']): Promise<Bench['app']> {
  const clock = fakeClock()
  const plugins = [
    eip155({ networks: chains.map(network), discovery: false, injected: false }),
    safe({ origins: [origin] }),
  ]
  const kernel = createKernel(plugins, { storage, clock, logLevel: 'silent' })
  await kernel.start()
  return { kernel, clock }
}

const nameOf = ({ address, chainId, isReadOnly }: Life) =>
  `${isReadOnly ? 'watching' : 'smartAccount'} eip155:${chainId}:${address}`

function shownBy({ app: { kernel } }: Bench): string | undefined {
  const account = kernel.get(Session).activeAccount('eip155')
  return account && `${account.kind} ${account.id}`
}

interface Step {
  readonly name: string
  run(bench: Bench): unknown
}

const opens: fc.Arbitrary<Step> = fc
  .tuple(fc.constantFrom(...addresses), fc.constantFrom(...chains), fc.boolean())
  .map(([address, chainId, isReadOnly]) => ({
    name: `the person opens ${address.slice(0, 4)} on ${chainId}${isReadOnly ? ' to look at' : ''}`,
    run: ({ life }) => Object.assign(life, { address, chainId, isReadOnly }),
  }))
const answers: fc.Arbitrary<Step> = fc.constantFrom(...answerings).map((answering) => ({
  name: `answers: ${answering}`,
  run: ({ life }) => Object.assign(life, { answering }),
}))
/** The page comes back and asks, and the host changes once its answer is on the way. */
const comesBack: fc.Arbitrary<Step> = fc.option(opens, { nil: undefined }).map((during) => ({
  name: `page comes back${during ? `, meanwhile ${during.name}` : ''}`,
  async run(bench) {
    if (bench.heard !== undefined && isHeard(bench.life)) bench.heard = nameOf(bench.life)
    bench.host.once(() => void during?.run(bench))
    bench.host.show()
    await settle(bench)
    bench.host.once(() => {})
  },
}))
const ofApp = fc.constantFrom<Step>(
  {
    name: 'connect',
    async run(bench) {
      const connected = bench.app.kernel
        .get(Session)
        .connect({ connectorId: safeId })
        .then(
          () => undefined,
          (error: unknown) => error,
        )
      await settle(bench)
      const error = await connected
      if (error !== undefined) expect(isKernelError(error)).toBe(true)
      expect(error === undefined).toBe(isHeard(bench.life))
      if (error === undefined) bench.heard = nameOf(bench.life)
    },
  },
  {
    name: 'disconnect',
    async run(bench) {
      bench.heard = undefined
      await bench.app.kernel.get(Session).disconnect()
    },
  },
  {
    name: 'reload',
    async run(bench) {
      await bench.app.kernel.dispose()
      bench.heard = isHeard(bench.life) ? nameOf(bench.life) : undefined
      bench.app = await start(bench.storage)
      await settle(bench)
    },
  },
)

/** A kept provider names the Safe that the app shows, and asks no other Safe for anything. */
async function checkProvider(bench: Bench): Promise<void> {
  const session = bench.app.kernel.get(Session)
  const shown = shownBy(bench)
  const provider = session.provider(Eip155Provider)
  if (!shown?.startsWith('smartAccount') || !provider) return
  expect([
    await provider.request({ method: 'eth_accounts' }),
    Number(await provider.request({ method: 'eth_chainId' })),
  ]).toEqual([[shown.split(':').at(-1)], Number(shown.split(':')[1])])
}

/** Loads every part that a life can reach, so that the lives wait for no file. */
async function loadCode(): Promise<void> {
  const life: Life = { address: addresses[0] as string, chainId: 1, isReadOnly: false, answering: 'at once' }
  const host = createHost(life)
  const storage = fakeStorage()
  let app = await start(storage)
  await vi.dynamicImportSettled()
  await settle({ app })
  host.show()
  await vi.dynamicImportSettled()
  await settle({ app })
  await app.kernel.dispose()
  app = await start(storage)
  await vi.dynamicImportSettled()
  await settle({ app })
  await app.kernel.get(Session).disconnect()
  await app.kernel.dispose()
}

afterEach(() => void vi.unstubAllGlobals())

it('shows the open Safe of the host after at most one question, however late or wrong the host answers', async () => {
  const steps = fc.array(fc.oneof({ weight: 2, arbitrary: opens }, answers, comesBack, ofApp), {
    minLength: 2,
    maxLength: 12,
  })
  await loadCode()
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const life: Life = {
        address: addresses[0] as string,
        chainId: 1,
        isReadOnly: false,
        answering: 'at once',
      }
      const host = createHost(life)
      const storage = fakeStorage()
      const bench: Bench = { life, host, storage, app: await start(storage), heard: nameOf(life) }
      try {
        await settle(bench)
        for (const step of list) {
          await step.run(bench)
          await settle(bench)
          expect(shownBy(bench)).toBe(bench.heard)
          await checkProvider(bench)
        }
        Object.assign(life, { answering: 'at once' })
        host.show()
        await settle(bench)
        expect(shownBy(bench)).toBe(bench.heard === undefined ? undefined : nameOf(life))
      } finally {
        await bench.app.kernel.dispose()
      }
      expect(bench.app.clock.pending).toBe(0)
    }),
    lifeBounds(40),
  )
}, 1_800_000)
