import { truncateAddress } from '@latchkey/kernel/contracts'
import { type Multiplier, shownAmount } from '@latchkey/kernel/chain'
import type {
  Amount,
  BalanceCapability,
  BalanceRequest,
  TokenAmount,
  TokenReference,
} from '@latchkey/kernel/contracts'
import { BaseError } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import { isAddress } from '../address.js'
import { networkOf, type SolanaNetwork, type SolanaNetworks } from '../networks.js'
import { lamports, tokenUnits } from './rpcSchemas.js'
import type { SolanaRpc } from './rpc.js'
import { readMultipliers } from './readMultipliers.js'
import { token2022Program, tokenPrograms } from './tokenPrograms.js'

const tokenAccounts = z.object({
  value: z.array(
    z.object({
      account: z.object({
        data: z.object({
          parsed: z.object({
            info: z.object({
              mint: z.string().check(z.refine(isAddress, 'expected a mint')),
              tokenAmount: z.object({
                amount: tokenUnits,
                decimals: z.number().check(z.int(), z.gte(0), z.lte(255)),
              }),
            }),
          }),
        }),
      }),
    }),
  ),
})

/** Reads balances of SOL and of the tokens of both token programs, as wallets show them. */
export function createBalanceReader(
  networks: SolanaNetworks,
  rpc: SolanaRpc,
): Required<Pick<BalanceCapability, 'native' | 'tokens' | 'multipliers'>> {
  return {
    async native(request) {
      const network = networkOf(networks, request.networkId)
      const { value } = await rpc.call(network, {
        method: 'getBalance',
        params: [checkedAddress(request.address), { commitment: network.commitment }],
        schema: z.object({ value: lamports }),
        signal: request.signal,
      })
      return nativeAmount(network, value)
    },
    async tokens(request) {
      const network = networkOf(networks, request.networkId)
      const held = await heldTokens(network, request)
      if (request.tokens) return request.tokens.map((token) => amountOf(token, held.get(token.address)))
      return [...held]
        .filter(([, { value }]) => value > 0n)
        .map(([mint, holding]) => amountOf(unnamedToken(mint, holding.decimals), holding))
    },
    async multipliers({ networkId, tokens, signal }) {
      const network = networkOf(networks, networkId)
      const found = await readMultipliers(rpc, network, tokens.filter(isAddress), signal)
      return tokens.map((token) => found.get(token))
    },
  }

  /** Sums the token accounts of each mint: an owner may have several. */
  async function heldTokens(network: SolanaNetwork, request: BalanceRequest): Promise<Map<string, Holding>> {
    const owner = checkedAddress(request.address)
    const lists = await Promise.all(
      tokenPrograms.map((programId) =>
        rpc.call(network, {
          method: 'getTokenAccountsByOwner',
          params: [owner, { programId }, { encoding: 'jsonParsed', commitment: network.commitment }],
          schema: tokenAccounts,
          signal: request.signal,
        }),
      ),
    )
    const held = new Map<string, Holding>()
    for (const { account } of lists.flatMap((list) => list.value)) {
      const { mint, tokenAmount } = account.data.parsed.info
      const value = (held.get(mint)?.value ?? 0n) + BigInt(tokenAmount.amount)
      held.set(mint, { value, decimals: tokenAmount.decimals })
    }
    // Each mint's accounts are summed first: what is shown is rounded once.
    const scalable = lists[tokenPrograms.indexOf(token2022Program)]?.value ?? []
    const mints = scalable.map(({ account }) => account.data.parsed.info.mint)
    for (const [mint, multiplier] of await readMultipliers(rpc, network, mints, request.signal)) {
      const holding = held.get(mint)
      if (holding) held.set(mint, { ...holding, multiplier })
    }
    return held
  }
}

interface Holding {
  /** As it is moved. */
  readonly value: bigint
  readonly decimals: number
  readonly multiplier?: Multiplier
}

export function nativeAmount(network: SolanaNetwork, value: bigint): Amount {
  const { decimals, symbol } = network.nativeCurrency
  return { value, decimals, symbol }
}

/** The chain's decimals win over those of the caller's list: a wrong list must not move the point. */
function amountOf(token: TokenReference, holding: Holding | undefined): TokenAmount {
  const decimals = holding?.decimals ?? token.decimals
  const amount = { value: holding?.value ?? 0n, decimals, symbol: token.symbol }
  return { ...shownAmount(amount, holding?.multiplier), token: { ...token, decimals } }
}

/** Names of tokens are not in the token programs, and anyone may claim one: the mint is what is certain. */
export function unnamedToken(mint: string, decimals: number): TokenReference {
  return { address: mint, decimals, symbol: truncateAddress(mint) }
}

export function checkedAddress(address: string): string {
  if (isAddress(address)) return address
  throw new BaseError('This is not a Solana address.', {
    code: 'ADDRESS_INVALID',
    metaMessages: ['Expected base58 of 32 bytes.', `Received: ${String(address).slice(0, 60)}`],
  })
}
