import { bitcoinTestSeed } from './bitcoinTestSeed.js'
import type { LocalStack } from './localStack.js'

/**
 * Offers 'Test wallet' through every chain's own discovery, with real keys of the local chains, so that a visitor
 * without an extension can try everything. It asks in a dialog of its own before it connects or signs.
 */
export async function offerTestWallet({ evm, solana, bitcoin, polkadot }: LocalStack): Promise<void> {
  const [{ createMultichainTestWallet }, { createPolkadotTestWallet }] = await Promise.all([
    import('@latchkey/testkit/multichain'),
    import('@latchkey/testkit/polkadot'),
  ])
  createMultichainTestWallet({
    name: 'Test wallet',
    approval: 'prompt',
    evm: {
      accounts: evm.accounts,
      chains: evm.chains.map(({ chain, url }) => ({
        chainId: chain.id,
        rpcUrl: url,
        name: chain.name,
        symbol: chain.nativeCurrency.symbol,
      })),
      exposeAllAccounts: true,
    },
    ...(solana && {
      solana: { accounts: solana.accounts, chains: [{ chain: 'solana:localnet', rpcUrl: solana.url }] },
    }),
    ...(bitcoin && { bitcoin: { seed: bitcoinTestSeed, network: 'regtest', esploraUrl: bitcoin.url } }),
  }).announce()
  if (polkadot) {
    const { accounts, ss58Prefix } = polkadot
    createPolkadotTestWallet({ name: 'Test wallet', approval: 'prompt', accounts, ss58Prefix }).inject()
  }
}
