import { shownAmount, untilAborted } from '@latchkey/kernel/chain'
import type {
  Amount,
  BalanceRequest,
  MultipliersRequest,
  TokenAmount,
  TokenReference,
} from '@latchkey/kernel/contracts'
import type { LogService, NetworkId } from '@latchkey/kernel/plugin'
import { type Address, erc20Abi } from 'viem'
import { getBalance } from 'viem/actions'
import { toChecksumAddress } from '../address.js'
import type { CapabilityTools } from '../capabilities.js'
import type { EvmClient } from '../clients.js'
import { type CallResult, callAll } from './callAll.js'
import { hasCoin } from './hasCoin.js'
import { multiplierCall, multiplierOf, readMultipliers } from './multiplier.js'
import { nodeError } from './nodeError.js'

type TokensRequest = BalanceRequest & { readonly tokens?: readonly TokenReference[] }

export function createBalance({ clients, networks, log }: CapabilityTools) {
  const nameOf = (networkId: NetworkId) => networks.get(networkId)?.network.name ?? networkId
  /** What contracts said, which does not change. */
  const known = new Map<NetworkId, Map<string, number>>()
  function decimalsOf(networkId: NetworkId): Map<string, number> {
    const own = known.get(networkId) ?? new Map<string, number>()
    known.set(networkId, own)
    return own
  }

  async function read<T>(
    { networkId, signal }: MultipliersRequest | BalanceRequest,
    work: (client: EvmClient) => Promise<T>,
  ) {
    signal?.throwIfAborted()
    const client = await clients.client(networkId)
    const reading = work(client).catch((error: unknown) => {
      throw nodeError(error, nameOf(networkId))
    })
    return untilAborted(signal, reading)
  }

  return {
    /** In wei; zero on a network without a coin. @throws NetworkError when no endpoint answers. */
    native(request: BalanceRequest): Promise<Amount> {
      return read(request, async (client) => {
        const { symbol, decimals } = client.chain.nativeCurrency
        if (!hasCoin(client)) return { value: 0n, symbol, decimals }
        const value = await getBalance(client, { address: request.address as Address })
        return { value, symbol, decimals }
      })
    },
    /** As tokens state them (ERC-8056). @throws NetworkError when no endpoint answers */
    multipliers: (request: MultipliersRequest) =>
      read(request, (client) => readMultipliers(client, request.tokens)),
    /**
     * Of the given tokens; a chain cannot list what an account holds, so without any the list is empty. A token that
     * cannot be read is left out. The places are those the contract states, where it does: a list must not move the
     * point. What they say that people multiply it by is read each time (ERC-8056).
     */
    tokens(request: TokensRequest): Promise<readonly TokenAmount[]> {
      const tokens = withAddress(request.tokens ?? [], log)
      if (tokens.length === 0) return Promise.resolve([])
      return read(request, async (client) => {
        const places = decimalsOf(request.networkId)
        const unknown = tokens.filter(({ address }) => !places.has(address.toLowerCase()))
        const [results, answers, scales] = await Promise.all([
          callAll(client, tokens.map(balanceCall(request.address as Address))),
          callAll(client, unknown.map(decimalsCall)),
          callAll(client, tokens.map(scaleCall)),
        ])
        learnDecimals(places, unknown, answers)
        const amounts = tokens.map((token, index) => amountOf(token, results[index], places, scales[index]))
        return readable(tokens, amounts, log)
      })
    },
  }
}

/** @throws what the first one couldn't be read for, where none could. */
function readable(
  tokens: readonly TokenReference[],
  answers: readonly TokenAnswer[],
  log: LogService,
): readonly TokenAmount[] {
  const amounts = answers.flatMap((answer, index) => {
    if (answer.status === 'success') return answer.value
    log.warn(`The balance of the token "${tokens[index]?.symbol}" could not be read.`, answer.error)
    return []
  })
  const [first] = answers
  if (amounts.length === 0 && first?.status === 'failure') throw first.error
  return amounts
}

/** Without the others: one of them would make the whole call unreadable. */
function withAddress(tokens: readonly TokenReference[], log: LogService): readonly TokenReference[] {
  return tokens.filter((token) => {
    const isContract = contractOf(token) !== undefined
    if (!isContract) log.warn(`The token "${token.symbol}" has no address of this network.`)
    return isContract
  })
}

function learnDecimals(
  places: Map<string, number>,
  tokens: readonly TokenReference[],
  answers: Awaited<ReturnType<typeof callAll>>,
): void {
  for (const [index, { address }] of tokens.entries()) {
    const answer = answers[index]
    // no money: places behind the point
    if (answer?.status === 'success') places.set(address.toLowerCase(), Number(answer.value))
  }
}

type TokenAnswer =
  | { readonly status: 'success'; readonly value: TokenAmount }
  | Extract<CallResult, { status: 'failure' }>

/** With the decimals that the contract states, where it does, and multiplied as it states. */
function amountOf(
  token: TokenReference,
  balance: CallResult | undefined,
  places: ReadonlyMap<string, number>,
  scale: CallResult | undefined,
): TokenAnswer {
  if (balance?.status !== 'success') return balance ?? { status: 'failure', error: undefined }
  const decimals = places.get(token.address.toLowerCase()) ?? token.decimals
  const amount = {
    value: balance.value as bigint,
    symbol: token.symbol,
    decimals,
    token: { ...token, decimals },
  }
  try {
    return { status: 'success', value: shownAmount(amount, multiplierOf(scale)) }
  } catch (error) {
    return { status: 'failure', error }
  }
}

const contractOf = ({ address }: TokenReference) => toChecksumAddress(address)

const scaleCall = (token: TokenReference) => multiplierCall(contractOf(token) as Address)

const balanceCall = (holder: Address) => (token: TokenReference) => ({
  address: contractOf(token) as Address,
  abi: erc20Abi,
  functionName: 'balanceOf' as const,
  args: [holder] as const,
})

const decimalsCall = (token: TokenReference) => ({
  address: contractOf(token) as Address,
  abi: erc20Abi,
  functionName: 'decimals' as const,
})
