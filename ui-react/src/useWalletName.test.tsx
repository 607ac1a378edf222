import { definePlugin, Connector } from '@latchkey/kernel/plugin'
import { fakeWallet } from '@latchkey/kernel/testing'
import { expect, it } from 'vitest'
import { findTestId, show, until } from '../test/show.js'
import { useWalletName } from './useWalletName.js'

const label = { section: 'connect', key: 'browserWallet', text: 'Browser Wallet' }
const nameless = definePlugin({
  id: 'test.nameless',
  kernel: '^1.0.0',
  setup: (context) =>
    void context.add(Connector, {
      ...fakeWallet({ name: 'Browser Wallet', accounts: [] }).connector,
      id: 'nameless',
      label,
    }),
})

function Names() {
  const walletName = useWalletName()
  const names = ['Browser Wallet', 'Metal\u202e Wallet', 'Gone']
  return <output data-testid="names">{names.map(walletName).join(', ')}</output>
}

it.each([
  ['in English', {}, 'Browser Wallet, Metal Wallet, Gone'],
  [
    'as the host says',
    { connect: { browserWallet: 'Browser-Wallet' } },
    'Browser-Wallet, Metal Wallet, Gone',
  ],
])('calls a wallet without a name of its own %s, and others as they say', async (_, messages, expected) => {
  const { unmount } = await show([nameless], [], { messages, children: <Names /> })
  const names = await findTestId('names')
  await until(() => expect(names.textContent).toBe(expected))
  await unmount()
})
