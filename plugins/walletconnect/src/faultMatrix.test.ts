// Every fault of the relay against everything a session does. The real client libraries on both sides.
import type { RelayFaults } from '@latchkey/devstack/relay'
import { Networks } from '@latchkey/kernel/wallet'
import type { DecisionKind, WalletPolicy } from '@latchkey/testkit/walletconnect'
import { type Hex, verifyMessage } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import {
  anvil,
  type Bench,
  ethereum,
  newDevice,
  type Page,
  signingMethods,
  startBench,
} from '../test/startBench.js'

/** The library waits up to 20 s before it publishes again, and the machine may be busy. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 90_000, interval: 50 })
const testTime = 180_000

/** WalletConnect message tags: what is asked and what is answered. */
const operations = {
  pair: [1100, 1101, 1102, 1103],
  sign: [1108, 1109],
  update: [1104, 1105],
  'ask for a network': [1108, 1109, 1104],
  'wallet disconnects': [1112, 1113],
  'app disconnects': [1112, 1113],
} as const
type Operation = keyof typeof operations

/** What the app awaits from the wallet, and what neither side awaits. */
const missed: readonly number[] = [1101, 1102, 1109, 1104, 1112]

const faults: Readonly<Record<string, (tags: readonly number[]) => RelayFaults>> = {
  'dropped before the relay kept it': (tags) => ({ drop: { at: 'publish', tags, times: 1 } }),
  'pushes dropped': (tags) => ({ drop: { tags: tags.filter((tag) => missed.includes(tag)), times: 1 } }),
  delayed: () => ({ delay: { milliseconds: 400 } }),
  duplicated: () => ({ duplicate: { copies: 3 } }),
  reordered: () => ({ reorder: true }),
  refused: (tags) => ({ refuse: { tags, times: 2 } }),
  'closed instead of answering': (tags) => ({ close: { tags, times: 1 } }),
  'closed as it arrives': (tags) => ({ close: { when: 'push', tags, times: 1 } }),
}

async function expectSignatures(page: Page, messages: readonly string[]): Promise<void> {
  const answers = await Promise.all(messages.map((message) => page.sign('eip155', message)))
  for (const [index, { address, signature }] of answers.entries()) {
    const message = messages[index] ?? ''
    expect(await verifyMessage({ address: address as Hex, message, signature: signature as Hex })).toBe(true)
  }
}

/** Connects. Where the relay is silent for too long the person is told, tries again, and it connects. */
async function connectAtLast({ wallet }: Bench, page: Page): Promise<void> {
  const scanned = new Set<string>()
  const scan = (uri: string) => {
    if (scanned.has(uri)) return
    scanned.add(uri)
    wallet.pair(uri).catch(() => scanned.delete(uri))
  }
  for (;;) {
    const failure = await page.connect(scan).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!failure) return
    expect(failure).toMatchObject({ code: 'RELAY_UNREACHABLE' })
  }
}

/** Runs the operation, and waits until the app shows what it must. */
const run: Readonly<Record<Operation, (bench: Bench, page: Page) => Promise<void>>> = {
  pair: connectAtLast,
  sign: (_, page) => expectSignatures(page, ['first', 'second']),
  async update({ wallet, relay }, page) {
    const [session] = wallet.sessions
    wallet.switchChain(session?.topic ?? '', anvil).catch(() => undefined)
    await until(() => expect(relay.stats().published[1104] ?? 0).toBeGreaterThan(0))
    // Nothing is awaited here, so a lost push is found when the socket is opened again, as a reload does.
    if (relay.stats().dropped[1104]) relay.closeSockets()
    await until(() =>
      expect(page.session.activeConnection('eip155')?.approvedNetworks).toEqual({
        eip155: [ethereum, anvil],
      }),
    )
  },
  async 'ask for a network'(_, page) {
    const networks = page.kernel.get(Networks)
    // A wallet whose update is long on its way is told of, and believed when it comes.
    await networks.switch(anvil).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'NETWORK_SWITCH_UNCONFIRMED' })
    })
    await until(() => expect(networks.active()?.id).toBe(anvil))
  },
  async 'wallet disconnects'({ wallet, relay }, page) {
    const [session] = wallet.sessions
    wallet.disconnect(session?.topic ?? '').catch(() => undefined)
    await until(() => expect(relay.stats().published[1112] ?? 0).toBeGreaterThan(0))
    await until(() => expect(wallet.sessions).toEqual([]))
    if (relay.stats().dropped[1112]) relay.closeSockets()
    await until(() => expect(page.session.state.connections).toEqual([]))
  },
  async 'app disconnects'({ wallet, relay }, page) {
    // The app is disconnected at once; when the wallet cannot be told in time, that is said.
    await page.session.disconnect().catch((error: unknown) => {
      expect((error as Error).cause).toMatchObject({ code: 'RELAY_UNREACHABLE' })
    })
    expect(page.session.state.connections).toEqual([])
    await until(() => expect(relay.stats().published[1112] ?? 0).toBeGreaterThan(0))
    if (relay.stats().dropped[1112]) relay.closeSockets()
    await until(() => expect(wallet.sessions).toEqual([]))
  },
}

function proposalOf(operation: Operation): WalletPolicy {
  if (operation === 'update') return { approve: { chains: [ethereum], methods: signingMethods } }
  return operation === 'ask for a network' ? { approve: { chains: [ethereum] } } : 'approve'
}

const names = Object.keys(operations) as Operation[]
/** Each with each where `FAULTS` is `all`, as in `npm run faults`; else a diagonal, which has each fault and each operation. */
const rows = Object.keys(faults).flatMap((fault, row) =>
  names
    .filter((_, column) => process.env['FAULTS'] === 'all' || column === row % names.length)
    .map((operation) => [fault, operation] as const),
)

describe('a relay that misbehaves', () => {
  it.concurrent.each(rows)('%s: %s', { timeout: testTime }, async (fault, operation) => {
    const bench = await startBench({ policies: { proposal: proposalOf(operation), request: 'approve' } })
    try {
      const { relay, wallet } = bench
      const device = newDevice()
      const page = await bench.open(device, ['eip155'])
      if (operation !== 'pair') await page.connect(wallet.pair)
      relay.setFaults(faults[fault]?.(operations[operation]) ?? {})
      await run[operation](bench, page)
      relay.setFaults({})

      const asked = { sign: 2, 'ask for a network': 1 }[operation as string] ?? 0
      const answered = (kind: DecisionKind) => wallet.answers.filter((answer) => answer.kind === kind)
      // The wallet notes an answer when the relay confirmed it, which may be after the app has it.
      await until(() => expect(answered('proposal')).toHaveLength(1))
      await until(() => expect(answered('request')).toHaveLength(asked))

      await page.kernel.dispose()
      const again = await bench.open(device, ['eip155'])
      await until(() => expect(again.session.state.restored).toBe(true))
      if (operation.endsWith('disconnects')) {
        expect(again.session.state.connections).toEqual([])
        expect(wallet.sessions).toEqual([])
      } else {
        if (operation === 'ask for a network') expect(again.kernel.get(Networks).active()?.id).toBe(anvil)
        await expectSignatures(again, ['after the reload'])
        expect(wallet.sessions).toHaveLength(1)
      }
      const reloaded = operation.endsWith('disconnects') ? 0 : 1
      await until(() => expect(answered('request')).toHaveLength(asked + reloaded))
      expect(new Set(wallet.answers.map(({ id }) => id)).size).toBe(wallet.answers.length)
      expect(wallet.pending).toEqual([])
    } finally {
      await bench.stop()
    }
  })
})
