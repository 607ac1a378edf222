import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { fakeClock } from '@latchkey/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeWallet } from '../../test/fakeWallet.js'
import { createConnector } from './createConnector.js'
import { createOpener } from './openConnection.js'
import { solana, solanaMainnet } from '../index.js'

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
}
const log = { error() {}, warn() {}, info() {}, debug() {} }

let dispose: () => Promise<void> = async () => {}
afterEach(() => dispose())

async function start() {
  const fake = createFakeWallet()
  let answer: () => void = () => {}
  const wait = () =>
    new Promise((resolve) => {
      answer = () => resolve({ accounts: fake.accounts })
    })
  fake.answer('standard:connect', wait)
  const opener = createOpener({
    networks: new Map([[solanaMainnet.id, solanaMainnet]]),
    clock: fakeClock(),
    log,
  })
  const connector = createConnector(
    { id: 'solana.wallet.test', isAlone: true },
    { name: 'Test', wallet: fake.wallet },
    async () => opener,
  )
  const kernel = createKernel(
    [
      solana(),
      definePlugin({
        id: 'test.wallet',
        kernel: '^1.0.0',
        setup: (context) => void context.add(Connector, connector),
      }),
    ],
    { storage: memoryStorage(), logLevel: 'silent', onPluginError: 'throw' },
  )
  dispose = () => kernel.dispose()
  await kernel.start()
  return { fake, session: kernel.get(Session), answer: () => answer() }
}

describe('a connection that is called off', () => {
  it.each(Array.from({ length: 25 }, (_, turn) => turn))(
    'is there as a whole or not at all, %i turns after the wallet answered',
    async (turn) => {
      const { fake, session, answer } = await start()
      const controller = new AbortController()
      const connecting = session
        .connect({ connectorId: 'solana.wallet.test', signal: controller.signal })
        .then(
          () => true,
          () => false,
        )
      await vi.waitFor(() => expect(fake.calls).toHaveLength(1))
      answer()
      await turns(turn)
      controller.abort()
      const isConnected = await connecting
      // A late connection is released after the person was told.
      await vi.waitFor(() => expect(fake.listeners.size).toBe(isConnected ? 1 : 0))
      expect(session.state.connections).toHaveLength(isConnected ? 1 : 0)
      expect(session.activeAccount('solana')?.address).toBe(
        isConnected ? fake.accounts[0]?.address : undefined,
      )
    },
  )

  it('before the wallet is asked asks nothing', async () => {
    const { fake, session } = await start()
    const signal = AbortSignal.abort()
    await expect(session.connect({ connectorId: 'solana.wallet.test', signal })).rejects.toThrow()
    expect(fake.calls).toEqual([])
  })
})
