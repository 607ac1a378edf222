import { startSolana } from '@latchkey/devstack/solana'
import { decodeBase58 } from '@latchkey/kernel/chain'
import { Send } from '@latchkey/kernel/contracts'
import { defineSolanaNetwork } from '@latchkey/plugin-solana'
import { accountOn, capabilityOf, createTestKernel } from '../../../plugins/solana/test/context.js'
import { createFakeWallet } from '../../../plugins/solana/test/fakeWallet.js'
import type { Ground } from '../Ground.js'

/** Lamports that a new account holds: more than what has to stay. */
const funds = 2_000_000_000n
/** An account without data holds this or nothing. */
const rent = 890_880n

const randomSecret = () => crypto.getRandomValues(new Uint8Array(32))

/** Accounts of one key: new ones send coin, and one that has tokens sends those. */
export async function solanaGround(): Promise<Ground> {
  const stack = await startSolana()
  const { genesisHash, url, accounts, mints } = stack
  const network = defineSolanaNetwork({ genesisHash, name: 'Local', rpcUrls: [url] })
  const kernel = createTestKernel({ networks: [network] })
  const send = capabilityOf(kernel, Send)
  const open = async (secret: Uint8Array) => {
    const { wallet, accounts: own } = createFakeWallet({ secrets: [secret] })
    await wallet.features['standard:connect']?.connect()
    return { wallet, address: own[0]?.address ?? '' }
  }
  const rich = decodeBase58(accounts[0]?.secretKey ?? '')?.slice(0, 32)
  if (!rich) throw new Error('The chain has no accounts.')
  const { address: known } = await open(randomSecret())
  await stack.airdrop(known, funds)
  return {
    hasTokens: true,
    canEmpty: 'coin',
    async begin({ isToken, isNewReceiver }) {
      const { wallet, address } = await open(isToken ? rich : randomSecret())
      if (!isToken) await stack.airdrop(address, funds)
      const to = isNewReceiver ? (await open(randomSecret())).address : known
      const token = isToken ? { token: { ...mints.usd, symbol: 'USD' } } : {}
      const request = {
        networkId: network.id,
        from: accountOn(network, address),
        to,
        provider: wallet,
        ...token,
      }
      return {
        maximum: () => send.maximum(request),
        prepare: (amount, everything) => send.prepare({ ...request, amount, everything }),
        least: rent,
        ceiling: isToken ? 1_000_000n : funds / 2n,
        stays: rent,
        held: () => stack.balanceOf(address),
        balance: () => stack.balanceOf(address),
        received: () => stack.balanceOf(to),
      }
    },
    async stop() {
      await kernel.dispose()
      await stack.stop()
    },
  }
}
