import { createBitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import { installTestWallet } from '@latchkey/testkit/playwright'
import { Verifier } from 'bip322-js'
import { dialog } from '../page.js'
import { describeCalls } from './callsFlow.js'
import { expect, test as base } from './fixtures.js'
import { connectWhole, describeFlows } from './flows.js'

const receiver = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

const test = base.extend({
  chain: async ({ page, bitcoinStack: stack }, use, { testId }) => {
    // A seed of its own for every test, so that none sees another one's coins.
    const seed = Buffer.from(testId.padEnd(32, '-')).toString('hex').slice(0, 64)
    const [first, second] = createBitcoinTestWallet({ seed, esploraUrl: stack.url }).accounts
    if (!first || !second) throw new Error('The wallet has too few accounts.')
    await stack.faucet(first.payment, 5_000_000n)
    const wallet = await installTestWallet(page, { kind: 'bitcoin', seed, esploraUrl: stack.url })
    await use({
      namespace: 'bip122',
      networkId: stack.chainId,
      configuration: { esploraUrl: stack.url },
      node: { namespace: 'bip122', url: stack.url, networkId: stack.chainId },
      wallet,
      addresses: [first.payment, second.payment],
      methods: { connect: 'bitcoin:connect', sign: 'bitcoin:signMessage', send: 'bitcoin:signTransaction' },
      events: ['change'],
      receiver,
      amount: 150_000n,
      verify: (address, message, signature) => Verifier.verifySignature(address, message, signature),
      balanceOf: (address) => stack.balanceOf(address),
      settle: () => stack.mine(1),
    })
  },
})

describeFlows(test)
describeCalls(test, {
  pay: ({ receiver: address }, amount) => ({ address, amount: `${amount}n` }),
  note: { data: 'bytes:68656c6c6f' },
  isSimulated: true,
})

test('a wallet of another Bitcoin network is shown as unsupported', async ({
  page,
  chain,
  bitcoinStack,
  openChains,
}) => {
  await installTestWallet(page, {
    kind: 'bitcoin',
    id: 'elsewhere',
    name: 'Wallet elsewhere',
    network: 'mainnet',
    esploraUrl: bitcoinStack.url,
  })
  await openChains({ ...chain.configuration, provider: { blockUnsupportedNetwork: true } })
  await connectWhole(page, { wallet: 'Wallet elsewhere' })
  await expect(page.getByTestId('whole').getByTestId('network-status')).toHaveText('unsupported')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeVisible()
})
