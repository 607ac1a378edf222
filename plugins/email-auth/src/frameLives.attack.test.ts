// A frame whose person logs in and out, in it or in another tab, and which refuses or answers late, at any moment of the app.
import { createKernel, type Kernel } from '@latchkey/kernel'
import { isKernelError } from '@latchkey/kernel/plugin'
import { Navigation, Networks, Session, Wallets } from '@latchkey/kernel/wallet'
import { fakeClock, fakeStorage } from '@latchkey/kernel/testing'
import { eip155, Eip155Provider, type Eip1193Provider } from '../../eip155/src/index.js'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { lifeBounds } from '../../../kernel/test/attack.js'
import { emailAuth, emailAuthId } from './index.js'
import type { FrameLink, FrameLinkOptions } from './lazy/createFrameLink.js'
import { FrameError } from './protocol/frameError.js'

/** The frame of the app that runs. */
const frames = vi.hoisted(() => ({
  make: undefined as ((options: FrameLinkOptions) => FrameLink) | undefined,
}))
vi.mock('./lazy/createFrameLink.js', () => ({
  createFrameLink: (options: FrameLinkOptions) => frames.make?.(options),
}))

type Kind = 'eoa' | 'smartAccount'
interface Person {
  readonly eoa: string
  readonly smartAccount?: string
}
const addressOf = (digit: string) => `0x${digit.repeat(40)}`
const people: readonly Person[] = [
  { eoa: addressOf('1') },
  { eoa: addressOf('2'), smartAccount: addressOf('3') },
]
const networkIds = ['eip155:1', 'eip155:10'] as const
const chain = (id: number) => ({
  ...{ id, name: `Chain ${id}`, nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 } },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})
/** Methods that the frame may refuse once. It is only told which account is preferred, and refuses nothing there. */
const refusable = ['isConnected', 'getUser', 'getSmartAccountNetworks', 'switchNetwork', 'signOut'] as const
type Refusable = (typeof refusable)[number]

/** The frame's own truth: its answer, if it were asked now. */
interface Life {
  person: Person | undefined
  preferred: Kind
  network: string | undefined
  refuses: Refusable | undefined
  isSlow: boolean
}

/** The page of the wallet, and what happens in it when it is asked for the n-th time. */
function createFrame(life: Life) {
  let tell: FrameLinkOptions['onEvent'] = () => {}
  let meanwhile: { after: number; act(): void } | undefined

  function answer(type: string, payload: { readonly networkId?: string; readonly type?: Kind }): unknown {
    const { person } = life
    if (life.refuses === type) {
      life.refuses = undefined
      throw new FrameError('service_unavailable')
    }
    if (type === 'isConnected') return { isConnected: person !== undefined }
    if (type === 'signOut') life.person = undefined
    if (type === 'signOut' || type === 'syncDappData') return {}
    if (!person) throw new FrameError('not_connected')
    if (type === 'setPreferredAccount') life.preferred = payload.type ?? 'eoa'
    if (payload?.networkId !== undefined) life.network = payload.networkId
    if (type === 'switchNetwork') return { networkId: life.network }
    if (type === 'getSmartAccountNetworks') return { networks: [1, 10] }
    if (type !== 'getUser') return {}
    const { eoa, smartAccount } = person
    const accounts = [
      { type: 'eoa' as const, address: eoa },
      ...(smartAccount === undefined ? [] : [{ type: 'smartAccount' as const, address: smartAccount }]),
    ]
    const own = accounts.find((account) => account.type === life.preferred) ?? accounts[0]
    return { address: own?.address, accounts, preferredAccountType: own?.type, loggedInBy: 'email' }
  }

  frames.make = (options) => {
    tell = options.onEvent
    let isClosed = false
    return {
      async request(type: string, payload: unknown) {
        if (isClosed) throw new FrameError('frame_gone')
        await Promise.resolve()
        // An answer that was on its way when something else happened.
        const given = answer(type, (payload ?? {}) as object)
        if (meanwhile) meanwhile.after -= 1
        if (meanwhile?.after === 0) {
          const { act } = meanwhile
          meanwhile = undefined
          act()
        }
        if (life.isSlow) await new Promise((resolve) => setImmediate(resolve))
        return given
      },
      show() {},
      hide() {},
      close() {
        isClosed = true
      },
    } as FrameLink
  }
  return {
    leave(times = 1) {
      life.person = undefined
      for (let time = 0; time < times; time += 1) tell({ type: 'disconnected', payload: {} } as never)
    },
    /** Another tab signed somebody else in, in the wallet and in its app. */
    replace(person: Person) {
      life.person = person
      tell({ type: 'disconnected', payload: { isReplaced: true } } as never)
    },
    plan(next: typeof meanwhile) {
      meanwhile = next
    },
  }
}

interface Bench {
  readonly life: Life
  readonly frame: ReturnType<typeof createFrame>
  readonly storage: ReturnType<typeof fakeStorage>
  app: { readonly kernel: Kernel; readonly clock: ReturnType<typeof fakeClock> }
  kept: Eip1193Provider | undefined
  /** The person connected in the app, and left neither there nor in the wallet. */
  isWanted: boolean
  /** The frame refused when the page was loaded: it's asked again with the next load. */
  isHeld: boolean
}

async function rest(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

async function start(storage: Bench['storage']): Promise<Bench['app']> {
  const clock = fakeClock()
  const plugins = [
    eip155({ networks: [chain(1), chain(10)], discovery: false, injected: false }),
    emailAuth({ frameUrl: 'https://wallet.example/frame' }),
  ]
  const kernel = createKernel(plugins, { storage, clock, logLevel: 'silent' })
  kernel.get(Navigation).attach(() => true)
  await kernel.start()
  await rest()
  return { kernel, clock }
}

interface Step {
  readonly name: string
  run(bench: Bench): unknown
}

const leaves: fc.Arbitrary<Step> = fc.constantFrom(1, 2).map((times) => ({
  name: `the person logs out in the wallet (told ${times} times)`,
  run(bench) {
    bench.isWanted = false
    bench.frame.leave(times)
  },
}))
const logsIn: fc.Arbitrary<Step> = fc.constantFrom(...people.keys()).map((index) => ({
  name: `person ${index} logs in`,
  run(bench) {
    // The wallet has one person at a time.
    if (bench.life.person === people[index]) return
    // Leaving in the wallet is heard and forgets, also where the frame refused when the page was loaded.
    if (bench.life.person || !bench.isHeld) bench.isWanted = false
    if (bench.life.person) bench.frame.leave()
    Object.assign(bench.life, { person: people[index], preferred: 'eoa' })
  },
}))
const refuses: fc.Arbitrary<Step> = fc.constantFrom(...refusable, undefined).map((type) => ({
  name: `the frame refuses ${type}`,
  run: ({ life }) => Object.assign(life, { refuses: type }),
}))
const slows: fc.Arbitrary<Step> = fc.boolean().map((isSlow) => ({
  name: `the frame answers ${isSlow ? 'late' : 'at once'}`,
  run: ({ life }) => Object.assign(life, { isSlow }),
}))

const codeOf = async (work: Promise<unknown>): Promise<string | undefined> => {
  try {
    await work
    return undefined
  } catch (error) {
    expect(isKernelError(error)).toBe(true)
    return (error as { readonly code: string }).code
  }
}

/** Something that asks the frame, and what the person does in it after one of its answers. */
const asking = (
  name: string,
  run: (bench: Bench, leave: { readonly isDue: boolean }) => Promise<void>,
): fc.Arbitrary<Step> =>
  fc.option(fc.nat({ max: 3 }), { nil: undefined }).map((after) => ({
    name: `${name}${after === undefined ? '' : `, and the person logs out after answer ${after + 1}`}`,
    async run(bench) {
      const leave = { isDue: false }
      if (after !== undefined) {
        bench.frame.plan({
          after: after + 1,
          act() {
            leave.isDue = true
            bench.frame.leave()
          },
        })
      }
      await run(bench, leave)
      await rest()
      bench.frame.plan(undefined)
      if (leave.isDue) Object.assign(bench, { isWanted: false, isHeld: false })
    },
  }))

const connects = asking('connect', async (bench) => {
  const wasThere = bench.life.person
  const code = await codeOf(bench.app.kernel.get(Session).connect({ connectorId: emailAuthId }))
  if (code === undefined) {
    expect(wasThere).toBeDefined()
    Object.assign(bench, { isWanted: true, isHeld: false })
    bench.kept = bench.app.kernel.get(Wallets).active('eip155')?.provider(Eip155Provider) ?? bench.kept
  } else if (bench.life.person === undefined) bench.isWanted = false
})
const reloads = asking('reload', async (bench) => {
  await bench.app.kernel.dispose()
  const willRefuse = bench.life.refuses
  bench.app = await start(bench.storage)
  bench.kept = undefined
  if (!bench.isWanted) return
  bench.isHeld = willRefuse !== undefined && bench.life.refuses === undefined
  // It was asked, and knew nobody.
  if (!bench.isHeld && bench.life.person === undefined) bench.isWanted = false
})
const switches = fc.constantFrom(...networkIds).chain((id) =>
  asking(`switch to ${id}`, async ({ app: { kernel } }) => {
    if (kernel.get(Session).activeConnection('eip155')) await codeOf(kernel.get(Networks).switch(id))
  }),
)
const disconnects = asking('disconnect', async (bench) => {
  Object.assign(bench, { isWanted: false, isHeld: false })
  await codeOf(bench.app.kernel.get(Session).disconnect())
})
const chooses = fc.constantFrom<Kind>('eoa', 'smartAccount').map(
  (kind): Step => ({
    name: `the person uses the ${kind}`,
    run({ app: { kernel } }) {
      const session = kernel.get(Session)
      const connection = session.activeConnection('eip155')
      const account = connection?.accounts.find((one) => one.kind === kind)
      if (!connection || !account) return
      session.setActiveAccount({ namespace: 'eip155', connectionId: connection.id, accountId: account.id })
    },
  }),
)
const otherTab: Step = {
  name: 'the person logs out in another tab',
  run(bench) {
    if (!bench.isWanted || bench.isHeld) return
    bench.life.person = undefined
    bench.isWanted = false
    bench.storage.openTab().remove('latchkey:emailAuth.login')
  },
}

/** The app shows the frame's account, and the provider of an ended connection reaches nobody. */
async function check(bench: Bench): Promise<void> {
  const { life, isWanted, isHeld, kept } = bench
  const session = bench.app.kernel.get(Session)
  const isShown = isWanted && !isHeld && life.person !== undefined
  const own = life.person?.[life.preferred] ?? life.person?.eoa
  expect([
    session.activeAccount('eip155')?.address,
    session.activeConnection('eip155')?.networks['eip155'],
  ]).toEqual(isShown ? [own, life.network] : [undefined, undefined])
  if (!kept) return
  const accounts = kept.request({ method: 'eth_accounts' })
  if (isShown) expect(await accounts).toContain(own)
  // It may say by itself that it has none.
  else expect(await accounts.catch(() => [])).toEqual([])
}

/** Loads every part that a life can reach, so that the lives wait for no file. */
async function loadCode(): Promise<void> {
  const life: Life = {
    person: people[1],
    preferred: 'eoa',
    network: undefined,
    refuses: undefined,
    isSlow: false,
  }
  createFrame(life)
  const storage = fakeStorage()
  const { kernel } = await start(storage)
  await vi.dynamicImportSettled()
  await kernel.get(Session).connect({ connectorId: emailAuthId })
  await kernel.dispose()
  const { kernel: next } = await start(storage)
  await vi.dynamicImportSettled()
  await rest()
  await next.get(Session).disconnect()
  await next.dispose()
}

it('shows the account of the person who is logged in, and only a person’s leaving forgets it', async () => {
  await loadCode()
  const steps = fc.array(
    fc.oneof(
      { weight: 2, arbitrary: logsIn },
      { weight: 3, arbitrary: connects },
      ...[reloads, switches, disconnects, chooses, leaves, refuses, slows, fc.constant(otherTab)],
    ),
    { minLength: 2, maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const life: Life = {
        ...{ person: people[0], preferred: 'eoa', network: undefined },
        ...{ refuses: undefined, isSlow: false },
      }
      const frame = createFrame(life)
      const storage = fakeStorage()
      const bench: Bench = {
        ...{ life, frame, storage, app: await start(storage), kept: undefined },
        ...{ isWanted: false, isHeld: false },
      }
      try {
        for (const step of list) {
          await step.run(bench)
          await rest()
          await check(bench)
        }
      } finally {
        await bench.app.kernel.dispose()
      }
    }),
    lifeBounds(40),
  )
}, 1_800_000)

/** An app whose person 0 is logged in and connected. */
async function connected() {
  await loadCode()
  const life: Life = {
    ...{ person: people[0], preferred: 'eoa', network: undefined },
    ...{ refuses: undefined, isSlow: false },
  }
  const frame = createFrame(life)
  const storage = fakeStorage()
  const { kernel } = await start(storage)
  await kernel.get(Session).connect({ connectorId: emailAuthId })
  return { frame, storage, kernel }
}

it('remembers nothing of a person who left while another network was asked for', async () => {
  const { frame, storage, kernel } = await connected()
  frame.plan({ after: 1, act: () => frame.leave() })
  expect(await codeOf(kernel.get(Networks).switch('eip155:10'))).toBeDefined()
  await rest()
  expect(storage.values.has('latchkey:emailAuth.login')).toBe(false)
  await kernel.dispose()
})

it('ends for a person whose place another took in another tab, and forgets nothing of the other one', async () => {
  const { frame, storage, kernel } = await connected()
  const session = kernel.get(Session)
  const key = 'latchkey:emailAuth.login'
  const theirs = JSON.stringify({ loggedInBy: 'google', networkId: networkIds[0] })
  storage.openTab().set(key, theirs)
  frame.replace(people[1] as Person)
  await rest()
  expect(session.activeAccount('eip155')).toBeUndefined()
  expect(await storage.openTab().get(key)).toBe(theirs)
  await session.connect({ connectorId: emailAuthId })
  expect(session.activeAccount('eip155')?.address).toBe(people[1]?.eoa)
  await kernel.dispose()
})
