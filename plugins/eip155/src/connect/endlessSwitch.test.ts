// Wallets that leave a question for another network open for ever.
import { fakeClock } from '@latchkey/kernel/testing'
import { expect, it, vi } from 'vitest'
import { readNetworks } from '../networks.js'
import { createOpener } from './connection.js'

const chains = [1, 10, 137].map((id) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.invalid'] } },
}))

const rest = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

async function open() {
  const clock = fakeClock()
  const asked: string[] = []
  const answers: Record<string, unknown> = {
    eth_requestAccounts: [`0x${'1'.repeat(40)}`],
    eth_accounts: [`0x${'1'.repeat(40)}`],
    eth_chainId: '0x1',
    wallet_revokePermissions: null,
  }
  const provider = {
    async request({ method }: { method: string }) {
      asked.push(method)
      return method in answers ? answers[method] : new Promise(() => {})
    },
    on: () => {},
    removeListener: () => {},
  }
  const log = { debug() {}, info() {}, warn() {}, error() {} } as never
  const opener = createOpener({ networks: readNetworks(chains, {}), clock, log })
  const connection = await opener.connect(
    { name: 'Silent', provider: () => provider },
    { namespaces: ['eip155'], networkIds: [], signal: new AbortController().signal, onChange: vi.fn() },
  )
  return { clock, connection, asked, answers }
}

it('asks where the wallet stands for the newest question only', async () => {
  const { clock, connection, asked } = await open()
  for (const id of [10, 137, 10, 137, 10]) {
    connection.switchNetwork?.(`eip155:${id}`).catch(() => undefined)
    await rest()
  }
  asked.length = 0
  for (let second = 0; second < 5; second += 1) {
    clock.advance(1_000)
    await rest()
  }
  expect(asked).toEqual(Array.from({ length: 5 }, () => 'eth_chainId'))
  await connection.release?.()
})

it.each(['release', 'disconnect'] as const)(
  'gives every question up on %s, and leaves no timer',
  async (end) => {
    const { clock, connection, asked } = await open()
    const switches = [10, 137].map((id) => connection.switchNetwork?.(`eip155:${id}`))
    const outcomes = Promise.allSettled(switches)
    await rest()
    await connection[end]?.()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await switches[0]?.catch((error: unknown) => error)).toMatchObject({ code: 'NOT_CONNECTED' })
    asked.length = 0
    clock.advance(60_000)
    await rest()
    expect([asked, clock.pending]).toEqual([[], 0])
  },
)

it('is done once the wallet, asked, stands there', async () => {
  const { clock, connection, answers } = await open()
  const done = connection.switchNetwork?.('eip155:10')
  await rest()
  answers['eth_chainId'] = '0xa'
  clock.advance(1_000)
  await done
  expect(connection.networks).toEqual({ eip155: 'eip155:10' })
  await connection.release?.()
  expect(clock.pending).toBe(0)
})
