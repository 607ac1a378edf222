import { installTestWallet } from '@latchkey/testkit/playwright'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import { dialog } from '../page.js'
import { describeCalls } from './callsFlow.js'
import { expect, test as base } from './fixtures.js'
import { connectWhole, describeFlows } from './flows.js'

const test = base.extend({
  chain: async ({ page, polkadotStack: stack }, use) => {
    await cryptoWaitReady()
    const [, , from, other, receiver] = stack.accounts
    if (!from || !other || !receiver) throw new Error('The stack has too few accounts.')
    const wallet = await installTestWallet(page, { kind: 'polkadot', accounts: [from.uri, other.uri] })
    await use({
      namespace: 'polkadot',
      networkId: stack.chainId,
      node: { namespace: 'polkadot', url: stack.url },
      configuration: {
        substrates: [
          {
            genesisHash: stack.genesisHash,
            ss58Prefix: stack.ss58Prefix,
            name: 'Local Substrate',
            nativeCurrency: { name: 'Rococo', symbol: stack.symbol, decimals: stack.decimals },
            rpcUrls: [stack.url],
            testnet: true,
          },
        ],
      },
      wallet,
      addresses: [from.address, other.address],
      methods: { connect: 'enable', sign: 'signRaw', send: 'signPayload' },
      events: ['accounts'],
      receiver: receiver.address,
      amount: 10n ** 12n,
      verify: (address, message, signature) =>
        signatureVerify(`<Bytes>${message}</Bytes>`, signature, address).isValid,
      balanceOf: (address) => stack.balanceOf(address),
    })
  },
})

describeFlows(test)
describeCalls(test, {
  pay: ({ receiver }, amount) => ({
    pallet: 'balances',
    method: 'transferKeepAlive',
    args: [receiver, `${amount}n`],
  }),
  note: { pallet: 'system', method: 'remark', args: ['hello'] },
  // The node's runtime is from before `DryRunApi`.
  isSimulated: false,
})

test('accounts that are for another chain only are refused with the reason', async ({
  page,
  chain,
  openChains,
}) => {
  await installTestWallet(page, {
    kind: 'polkadot',
    id: 'elsewhere',
    name: 'Wallet elsewhere',
    genesisHash: `0x${'12'.repeat(32)}`,
  })
  await openChains(chain.configuration)
  await connectWhole(page, { settled: false, wallet: 'Elsewhere' })
  await expect(dialog(page)).toContainText(/[A-Z]+_[A-Z_]+/)
  await expect(page.getByTestId('whole').getByTestId('status')).toHaveText('disconnected')
})
