// A Ledger that is locked, unplugged, taken or reopened at any moment, also while it's asked.
import { createLedgerDevice, type LedgerDevice } from '@latchkey/devstack/ledger'
import { memoryStorage } from '@latchkey/kernel'
import { isKernelError } from '@latchkey/kernel/plugin'
import { type FakeClock, fakeClock } from '@latchkey/kernel/testing'
import { Eip155Provider } from '@latchkey/plugin-eip155'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { attackBounds } from '../../../kernel/test/attack.js'
import { type LedgerBench, startLedgerBench, testHidOf } from '../test/ledgerBench.js'

const networks = ['eip155:1', 'eip155:31337'] as const
/** The first account of the development phrase. */
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** What is true of the device, and of what the person did in the app. */
interface Life {
  isPlugged: boolean
  isTwofold: boolean
  /** The address that was connected last and not disconnected. */
  address: string | undefined
  network: string
}

interface Bench {
  readonly device: LedgerDevice
  readonly hid: LedgerBench['hid']
  readonly stored: ReturnType<typeof memoryStorage>
  readonly life: Life
  app: LedgerBench
  clock: FakeClock
}

interface Step {
  readonly name: string
  run(bench: Bench): unknown
}

/** A device that may send each answer twice. */
function createDevice(life: Life): LedgerDevice {
  const device = createLedgerDevice()
  return {
    ...device,
    async receive(packet) {
      const { packets, isReplugged } = await device.receive(packet)
      return { packets: life.isTwofold ? [...packets, ...packets] : packets, isReplugged }
    },
  }
}

async function open(bench: Omit<Bench, 'app' | 'clock'>): Promise<Pick<Bench, 'app' | 'clock'>> {
  const clock = fakeClock()
  const app = await startLedgerBench({ ...bench, clock })
  await vi.dynamicImportSettled()
  await rest()
  return { app, clock }
}

/** Lets everything that is due happen: promises and messages. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** How something ended, after as much time as it takes. */
async function end({ clock }: Bench, work: Promise<unknown>): Promise<{ value?: unknown; error?: unknown }> {
  let ended: { value?: unknown; error?: unknown } | undefined
  work.then(
    (value) => {
      ended = { value }
    },
    (error: unknown) => {
      ended = { error }
    },
  )
  for (let round = 0; round < 200 && !ended; round += 1) {
    await rest()
    if (ended) break
    if (clock.pending > 0) clock.advance(300)
    else await vi.dynamicImportSettled()
  }
  if (!ended) throw new Error('It never ended.')
  if (ended.error !== undefined) expect(isKernelError(ended.error)).toBe(true)
  return ended
}

/** The device answers; where another app is open, the person must let it open the one that is needed. */
const canAnswer = ({ life, hid, device: { controls } }: Bench) =>
  life.isPlugged &&
  !hid.isTaken &&
  !controls.isLocked &&
  (controls.openApp === 'Ethereum' || controls.person === 'approves')
const canSign = (bench: Bench) => canAnswer(bench) && bench.device.controls.person === 'approves'

/** What the app must show, whatever became of the device: it is asked for signatures only. */
function check({ app: { session }, life }: Bench): void {
  expect(session.activeAccount('eip155')?.address).toBe(life.address)
  const network = session.activeConnection('eip155')?.networks['eip155']
  expect(network).toBe(life.address === undefined ? undefined : life.network)
}

const sign = ({ app: { session }, life }: Bench): Promise<unknown> => {
  const provider = session.provider(Eip155Provider)
  expect(provider).toBeDefined()
  return Promise.resolve(provider?.request({ method: 'personal_sign', params: ['0x61', life.address] }))
}

const step = (name: string, act: (bench: Bench) => unknown): Step => ({ name, run: act })
const flag = (name: string, act: (bench: Bench, is: boolean) => void) =>
  fc.boolean().map((is) => step(`${name}: ${is}`, (bench) => act(bench, is)))

function plug({ life, hid, device }: Bench, isPlugged: boolean): void {
  if (life.isPlugged === isPlugged) return
  life.isPlugged = isPlugged
  if (isPlugged) return hid.plug()
  hid.unplug()
  device.unplug()
}

const ofDevice = fc.oneof(
  flag('locked', ({ device }, is) => void Object.assign(device.controls, { isLocked: is })),
  flag('plugged', plug),
  flag('taken', ({ hid }, is) => void Object.assign(hid, { isTaken: is })),
  flag('declines', ({ device }, is) => {
    device.controls.person = is ? 'declines' : 'approves'
  }),
  flag('says it twice', ({ life }, is) => void Object.assign(life, { isTwofold: is })),
  fc
    .constantFrom('Ethereum', 'Solana', undefined)
    .map((openApp) =>
      step(`app ${openApp}`, ({ device }) => void Object.assign(device.controls, { openApp })),
    ),
)

const disconnect = step('disconnect', async (bench) => {
  bench.life.address = undefined
  await bench.app.session.disconnect()
})
const reload = step('reload', async (bench) => {
  const [prompts, screens] = [bench.hid.prompts, bench.device.controls.screens.length]
  await bench.app.stop()
  Object.assign(bench, await open(bench))
  expect([bench.hid.prompts, bench.device.controls.screens.length]).toEqual([prompts, screens])
})
const switching = fc.constantFrom(...networks).map((network) =>
  step(`network ${network}`, async (bench) => {
    if (bench.life.address === undefined) return
    const chainId = `0x${Number(network.slice('eip155:'.length)).toString(16)}`
    const provider = bench.app.session.provider(Eip155Provider)
    await provider?.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    bench.life.network = network
  }),
)
const connect = step('connect', async (bench) => {
  const { life, app } = bench
  const isPossible = canAnswer(bench)
  const { error } = await end(bench, app.session.connect({ connectorId: 'ledger', namespaces: ['eip155'] }))
  expect(error === undefined).toBe(isPossible)
  if (error !== undefined) return
  life.address = address
  life.network = app.session.activeConnection('eip155')?.networks['eip155'] ?? ''
})
const signing = step('sign', async (bench) => {
  if (bench.life.address === undefined) return
  const isPossible = canSign(bench)
  const { error } = await end(bench, sign(bench))
  expect(error === undefined).toBe(isPossible)
})

/** Something happens while the device waits for the person, who approves afterwards. */
const meanwhile = fc.oneof(fc.constantFrom(disconnect, reload), switching, ofDevice).map((during) =>
  step(`sign, meanwhile ${during.name}`, async (bench) => {
    const { life, device } = bench
    if (life.address === undefined || !canSign(bench)) return
    device.controls.openApp = 'Ethereum'
    const before = device.controls.screens.length
    device.controls.person = 'waits'
    const signed = sign(bench)
    const ended = signed.then(
      () => true,
      () => false,
    )
    for (let round = 0; round < 100 && device.controls.screens.length === before; round += 1) await rest()
    expect(device.controls.screens.length).toBe(before + 1)
    device.controls.person = 'approves'
    await during.run(bench)
    const isOver = life.address === undefined || during === reload || !life.isPlugged
    if (life.isPlugged) await device.decide(true)
    await end(bench, signed).catch(() => undefined)
    expect(await ended).toBe(!isOver)
  }),
)

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: ofDevice },
    { weight: 3, arbitrary: fc.constantFrom(connect, signing) },
    { weight: 2, arbitrary: meanwhile },
    { weight: 1, arbitrary: fc.oneof(switching, fc.constantFrom(disconnect, reload)) },
  ),
  { minLength: 2, maxLength: 14 },
)

it('keeps the account whatever becomes of the device, and signs where the device can and the person approves', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const life: Life = {
        isPlugged: true,
        isTwofold: false,
        address: undefined,
        network: networks[0],
      }
      const device = createDevice(life)
      const base = { device, hid: testHidOf(device), stored: memoryStorage(), life }
      const bench: Bench = { ...base, ...(await open(base)) }
      try {
        for (const one of [connect, ...list]) {
          await one.run(bench)
          await rest()
          check(bench)
        }
      } finally {
        await bench.app.stop()
      }
      expect(bench.clock.pending).toBe(0)
    }),
    attackBounds(100),
  )
}, 1_800_000)
