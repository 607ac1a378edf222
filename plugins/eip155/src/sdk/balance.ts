import type { Amount, BalanceRequest, NetworkId, TokenAmount, TokenReference } from '@latchkey/kernel/plugin'
import { type Address, erc20Abi } from 'viem'
import { getBalance, multicall, readContract } from 'viem/actions'
import { toChecksumAddress } from '../address.js'
import { orAborted } from '../connect/ask.js'
import type { CapabilityTools } from '../capabilities.js'
import type { EvmClient } from '../clients.js'
import { nodeError } from './nodeError.js'

type TokensRequest = BalanceRequest & { readonly tokens?: readonly TokenReference[] }

export function createBalance({ clients, networks, log }: CapabilityTools) {
  const nameOf = (networkId: NetworkId) => networks.get(networkId)?.network.name ?? networkId

  async function read<T>({ networkId, signal }: BalanceRequest, work: (client: EvmClient) => Promise<T>) {
    signal?.throwIfAborted()
    const client = await clients.client(networkId)
    const reading = work(client).catch((error: unknown) => {
      throw nodeError(error, nameOf(networkId))
    })
    return signal ? orAborted(reading, signal) : reading
  }

  return {
    /** In wei. @throws NetworkError when no endpoint answers. */
    native(request: BalanceRequest): Promise<Amount> {
      return read(request, async (client) => {
        const { symbol, decimals } = client.chain.nativeCurrency
        const value = await getBalance(client, { address: request.address as Address })
        return { value, symbol, decimals }
      })
    },
    /**
     * Of the given tokens; a chain cannot list what an account holds, so without any the answer is empty. A token that
     * cannot be read is left out.
     */
    tokens(request: TokensRequest): Promise<readonly TokenAmount[]> {
      const tokens = request.tokens ?? []
      if (tokens.length === 0) return Promise.resolve([])
      return read(request, async (client) => {
        const results = await readAll(client, tokens, request.address as Address)
        const amounts = results.flatMap((result, index) => {
          const token = tokens[index] as TokenReference
          if (result.status === 'success') {
            return [{ value: result.value, symbol: token.symbol, decimals: token.decimals, token }]
          }
          log.warn(`The balance of the token "${token.symbol}" could not be read.`, result.error)
          return []
        })
        const [first] = results
        if (amounts.length === 0 && first?.status === 'failure') throw first.error
        return amounts
      })
    },
  }
}

type Result =
  | { readonly status: 'success'; readonly value: bigint }
  | { readonly status: 'failure'; readonly error: unknown }

/** Through Multicall3 where the chain names it, otherwise as one batch of calls. */
async function readAll(
  client: EvmClient,
  tokens: readonly TokenReference[],
  holder: Address,
): Promise<readonly Result[]> {
  const calls = tokens.map((token) => ({
    address: toChecksumAddress(token.address) ?? (token.address as Address),
    abi: erc20Abi,
    functionName: 'balanceOf' as const,
    args: [holder] as const,
  }))
  if (client.chain.contracts?.multicall3) {
    const results = await multicall(client, { contracts: calls, allowFailure: true })
    return results.map(
      (result): Result =>
        result.status === 'success'
          ? { status: 'success', value: result.result }
          : { status: 'failure', error: result.error },
    )
  }
  const results = await Promise.allSettled(calls.map((call) => readContract(client, call)))
  return results.map(
    (result): Result =>
      result.status === 'fulfilled'
        ? { status: 'success', value: result.value }
        : { status: 'failure', error: result.reason },
  )
}
