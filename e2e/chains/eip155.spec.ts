import { installEvmTestWallet } from '@latchkey/testkit/playwright'
import { type Address, type Hex, verifyMessage } from 'viem'
import { dialog } from '../page.js'
import { expect, test as base } from './fixtures.js'
import { connectWhole, describeFlows } from './flows.js'

const test = base.extend({
  chain: async ({ page, chains }, use) => {
    const { main, second } = chains
    // Accounts of this spec alone: other specs count on what theirs hold.
    const [from, other, receiver] = main.accounts.slice(4, 7)
    if (!from || !other || !receiver) throw new Error('The stack has too few accounts.')
    const wallet = await installEvmTestWallet(page, {
      accounts: [from.privateKey, other.privateKey],
      chains: [main, second].map(({ chainId, url }) => ({ chainId, rpcUrl: url })),
      initialChainId: main.chainId,
    })
    await use({
      namespace: 'eip155',
      networkId: `eip155:${main.chainId}`,
      configuration: { chains: [main.chain] },
      node: { namespace: 'eip155', url: main.url },
      wallet,
      addresses: [from.address, other.address],
      methods: { connect: 'eth_requestAccounts', sign: 'personal_sign', send: 'eth_sendTransaction' },
      outlivesDisconnect: true,
      events: ['accountsChanged', 'chainChanged', 'disconnect', 'connect', 'message'],
      receiver: receiver.address,
      amount: 10n ** 16n,
      token: main.tokens.usd,
      tokenAmount: 2_500_000n,
      verify: (address, message, signature) =>
        verifyMessage({ address: address as Address, message, signature: signature as Hex }),
      balanceOf: (address) => main.balanceOf(address as Address),
      tokenBalanceOf: (address) => main.tokenBalanceOf(main.tokens.usd.address, address as Address),
    })
  },
})

describeFlows(test)

test('a wallet that moves to a network the app does not list is told so, and back again', async ({
  page,
  chain,
  chains,
  openChains,
}) => {
  await openChains({ ...chain.configuration, provider: { blockUnsupportedNetwork: true } })
  await connectWhole(page)
  const whole = page.getByTestId('whole')
  const wallet = chain.wallet as Awaited<ReturnType<typeof installEvmTestWallet>>
  await wallet.evaluate((control, id) => control.switchChain(id), chains.second.chainId)
  await expect(whole.getByTestId('network-status')).toHaveText('unsupported')
  await expect(dialog(page)).toBeVisible()
  await wallet.evaluate((control, id) => control.switchChain(id), chains.main.chainId)
  await expect(whole.getByTestId('network-status')).toHaveText('supported')
  await expect(dialog(page)).toBeHidden()
})
