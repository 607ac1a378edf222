// What a wallet, a page script or a late answer could do to a session that waits for a locked wallet.
import { expect, it } from 'vitest'
import { appWith, settle } from '../../../test/appWith.js'
import { definePlugin, type PluginContext } from '../../engine/definePlugin.js'
import { Connector } from '../../contracts/points/connector.js'
import { fakeAccount, fakeWallet } from '../../testing/index.js'

const approving = { connect: 'approve', restore: 'approve', disconnect: 'approve' } as const
const first = fakeAccount('eip155:1', '0xa')
const other = fakeAccount('eip155:1', '0xb')
const lock = { ended: {} } as const
const walletOf = (id: string, account = first) =>
  fakeWallet({ id, name: id, accounts: [account], answers: approving, listens: true })

/** Connected to a wallet that has locked since, and is being asked after it told accounts. @returns has it answer */
async function asking() {
  const [wallet, second] = [walletOf('one'), walletOf('two', other)]
  const app = appWith({ wallets: [wallet, second] })
  await app.kernel.start()
  await app.session.connect({ connectorId: 'one' })
  await settle()
  wallet.report(lock)
  let answer: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { connector } = wallet
  wallet.answer({
    restore: async (request) => {
      await held
      wallet.answer({ restore: 'approve' })
      return connector.restore?.(request)
    },
  })
  wallet.share()
  await settle()
  expect(wallet.asked).toEqual(['connect', 'restore'])
  return { ...app, wallet, second, answer }
}

it('an answer that comes after the person has disconnected brings nothing back', async () => {
  const { session, wallet, statuses, answer } = await asking()
  await session.disconnect()
  answer()
  await settle()
  wallet.share()
  await settle()
  expect([statuses(), wallet.listeners]).toEqual([{ eip155: 'disconnected' }, 0])
})

it('an answer that comes after the person has connected another wallet does not push it aside', async () => {
  const { session, address, answer } = await asking()
  await session.connect({ connectorId: 'two' })
  answer()
  await settle()
  expect([address('eip155'), session.state.connections.length]).toEqual(['0xb', 2])
})

it('an answer that comes after another tab has ended the session brings nothing back', async () => {
  const { storage, wallet, statuses, answer } = await asking()
  const stored = JSON.parse(storage.values.get('latchkey:session') as string)
  storage.openTab().set('latchkey:session', JSON.stringify({ ...stored, connections: [], active: {} }))
  await settle()
  answer()
  await settle()
  expect([statuses(), wallet.listeners]).toEqual([{ eip155: 'disconnected' }, 0])
})

it('a wallet that puts itself on the page anew while it is locked is taken up by its own word', async () => {
  const [before, after] = [walletOf('one'), walletOf('one')]
  let context: PluginContext | undefined
  let remove = () => {}
  const wallets = definePlugin({
    id: 'test.wallets',
    kernel: '^1.0.0',
    setup(own) {
      context = own
      remove = own.add(Connector, before.connector)
    },
  })
  const app = appWith({ plugins: [wallets] })
  await app.kernel.start()
  await app.session.connect({ connectorId: 'one' })
  await settle()
  before.report(lock)
  await settle()
  after.answer({ restore: async () => undefined })
  remove()
  context?.add(Connector, after.connector)
  await settle()
  after.answer({ restore: 'approve' })
  after.share()
  await settle()
  expect(app.address('eip155')).toBe('0xa')
  expect([before.listeners, after.listeners]).toEqual([0, 1])
})
