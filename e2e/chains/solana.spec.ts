import { installTestWallet } from '@latchkey/testkit/playwright'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { dialog } from '../page.js'
import { describeCalls } from './callsFlow.js'
import { expect, test as base } from './fixtures.js'
import { connectWhole, describeFlows } from './flows.js'

const test = base.extend({
  chain: async ({ page, solanaStack: stack }, use) => {
    const [from, other, receiver] = stack.accounts
    if (!from || !other || !receiver) throw new Error('The stack has too few accounts.')
    const wallet = await installTestWallet(page, {
      kind: 'solana',
      accounts: [from.secretKey, other.secretKey],
      chains: [{ chain: 'solana:localnet', rpcUrl: stack.url }],
    })
    const { usd } = stack.mints
    await use({
      namespace: 'solana',
      networkId: stack.chainId,
      node: { namespace: 'solana', url: stack.url },
      configuration: {
        clusters: [{ genesisHash: stack.genesisHash, name: 'Local Solana', rpcUrls: [stack.url] }],
      },
      wallet,
      addresses: [from.address, other.address],
      methods: {
        connect: 'standard:connect',
        sign: 'solana:signMessage',
        send: 'solana:signTransaction',
      },
      events: ['change'],
      receiver: receiver.address,
      amount: 20_000_000n,
      token: { address: usd.address, decimals: usd.decimals, symbol: 'USD' },
      tokenAmount: 2_500_000n,
      verify: (address, message, signature) =>
        ed25519.verify(base58.decode(signature), new TextEncoder().encode(message), base58.decode(address)),
      balanceOf: (address) => stack.balanceOf(address),
      tokenBalanceOf: (address) => stack.tokenBalanceOf(usd.address, address),
    })
  },
})

describeFlows(test)
describeCalls(test, {
  pay({ addresses: [from], receiver }, amount) {
    // `Transfer` of the system program: its number, then lamports.
    const data = Buffer.alloc(12)
    data.writeUInt32LE(2)
    data.writeBigUInt64LE(amount, 4)
    return {
      programId: '11111111111111111111111111111111',
      accounts: [
        { address: from, isSigner: true, isWritable: true },
        { address: receiver, isWritable: true },
      ],
      data: `bytes:${data.toString('hex')}`,
    }
  },
  note: {
    programId: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
    accounts: [],
    data: 'bytes:68656c6c6f',
  },
  isSimulated: true,
})

test('a network the wallet does not speak to is offered as disabled', async ({
  page,
  chain,
  solanaStack,
  openChains,
}) => {
  const [cluster] = chain.configuration.clusters ?? []
  if (!cluster) throw new Error('The spec lists no cluster.')
  await openChains({
    clusters: [
      cluster,
      {
        genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
        name: 'Elsewhere',
        rpcUrls: [solanaStack.url],
        walletStandardChain: 'solana:devnet',
      },
    ],
  })
  await connectWhole(page)
  await page.getByTestId('whole').getByTestId('lk-network-button').click()
  await expect(dialog(page).getByRole('button', { name: /Elsewhere/ })).toBeDisabled()
  await expect(dialog(page).getByRole('button', { name: /Local Solana/ })).toBeEnabled()
})
