import { type Address, erc20Abi, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { BitcoinStack } from '../bitcoin/startBitcoin.js'
import type { EvmStack, EvmToken } from '../evm/evmStack.js'
import type { PolkadotStack } from '../polkadot/startPolkadot.js'
import type { SolanaStack } from '../solana/startSolana.js'
import { transferTokens } from './transferTokens.js'

/** Something that the provider sells, for one price. */
export interface OnrampListing {
  /** CAIP-2. */
  readonly networkId: string
  /** What the provider calls the network. */
  readonly networkName: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** Absent for the coin. */
  readonly address?: string
  /** Of one whole unit, in thousandths of a dollar. */
  readonly price: bigint
  /** Sends so many of the smallest units and returns the transaction's id. */
  deliver(to: string, units: bigint): Promise<string>
}

/** The coin and tokens of a local EVM chain, delivered from its last account. */
export function evmListings({
  chain,
  chainId,
  client,
  accounts,
  tokens,
}: EvmStack): readonly OnrampListing[] {
  const account = privateKeyToAccount(accounts.at(-1)?.privateKey as Hex)
  const place = { networkId: `eip155:${chainId}`, networkName: chain.name }
  const mined = async (hash: Hex) => {
    await client.waitForTransactionReceipt({ hash })
    return hash
  }
  const token = ({ address, symbol, name, decimals }: EvmToken, price: bigint): OnrampListing => ({
    ...place,
    ...{ address, symbol, name, decimals, price },
    async deliver(to, units) {
      const args = [to as Address, units] as const
      return mined(
        await client.writeContract({
          account,
          chain,
          address,
          abi: erc20Abi,
          functionName: 'transfer',
          args,
        }),
      )
    },
  })
  return [
    {
      ...place,
      ...chain.nativeCurrency,
      price: 3_000_000n,
      deliver: async (to, units) =>
        mined(await client.sendTransaction({ account, chain, to: to as Address, value: units })),
    },
    token(tokens.usd, 1_000n),
    token(tokens.gold, 1_500n),
  ]
}

/** The coin and a token of the local Solana chain. */
export function solanaListings(stack: SolanaStack): readonly OnrampListing[] {
  const place = { networkId: stack.chainId, networkName: 'solana' }
  const { usd } = stack.mints
  return [
    {
      ...place,
      symbol: 'SOL',
      name: 'Solana',
      decimals: 9,
      price: 150_000n,
      deliver: (to, units) => stack.airdrop(to, units),
    },
    {
      ...place,
      symbol: 'LUSD',
      name: 'Local Dollar',
      decimals: usd.decimals,
      address: usd.address,
      price: 1_000n,
      deliver: (to, units) => transferTokens(stack, usd, to, units),
    },
  ]
}

/** The coin of the local Bitcoin chain. */
export const bitcoinListings = (stack: BitcoinStack): readonly OnrampListing[] => [
  {
    networkId: stack.chainId,
    networkName: 'bitcoin',
    symbol: 'BTC',
    name: 'Bitcoin',
    decimals: 8,
    price: 60_000_000n,
    deliver: (to, units) => stack.faucet(to, units),
  },
]

/** The coin of the local Polkadot chain. */
export const polkadotListings = (stack: PolkadotStack): readonly OnrampListing[] => [
  {
    networkId: stack.chainId,
    networkName: 'polkadot',
    symbol: stack.symbol,
    name: 'Local Polkadot coin',
    decimals: stack.decimals,
    price: 4_000n,
    async deliver(to, units) {
      const { transferCoins } = await import('./transferCoins.js')
      return transferCoins(stack, to, units)
    },
  },
]
