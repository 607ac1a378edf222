import { truncateAddress } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import {
  type Eip155ClientService,
  type EvmCall,
  type EvmClient,
  isSameAddress,
  SignTypedData,
  toChecksumAddress,
  type TypedData,
} from '@latchkey/plugin-eip155'
import { type Abi, type Address, erc20Abi } from 'viem'
import type { SwapCallReader } from '../../SwapReader.js'
import { swapSigning } from '../../swapSigning.js'
import type {
  FindSwapTokenRequest,
  SwapCalls,
  SwapCallsRequest,
  SwapQuotes,
  SwapToken,
} from '../../SwapSource.js'
import { swapError } from '../../swapErrors.js'
import type { EvmVenues } from '../EvmVenues.js'
import { encodeApprovals, encodePassedApprovals } from './encodeApprovals.js'
import { encodeSwap, encodeWrap } from './encodeSwap.js'
import { permit2Of, permit2OfFourth } from './permit2.js'
import { type Place, type QuoteReference, quotePools } from './quotePools.js'
import { readAtOnce } from './readAtOnce.js'
import { readPermitMessage } from './readPermitMessage.js'
import { readSwapCall } from './readSwapCall.js'
import { signatureFor } from './signatureFor.js'
import { venueData } from './venueData.js'

export interface EvmSwaps {
  readonly quotes: SwapQuotes<EvmCall>
  readonly reader: SwapCallReader
}

/** Quotes of pools, and the reader of what routers are called with. */
export function createEvmSwaps(
  clients: Eip155ClientService,
  given: Readonly<Record<NetworkId, EvmVenues>>,
  now: () => number = Date.now,
): EvmSwaps {
  const venuesOf = (networkId: NetworkId) => given[networkId] ?? venueData[networkId]
  const placeOf = async (networkId: NetworkId): Promise<Place> => {
    const venues = venuesOf(networkId)
    if (!venues) throw swapError('SWAP_NO_ROUTE')
    return { venues, client: await clients.client(networkId) }
  }
  return {
    quotes: {
      tokens: async ({ networkId }) => suggest(await placeOf(networkId)),
      findToken: async (request) => findToken(await placeOf(request.networkId), request),
      quote: async (request) => quotePools(await placeOf(request.networkId), request, now),
      calls: async (request) => callsOf(await placeOf(request.networkId), request),
      signature: async (request) => signatureFor(await placeOf(request.networkId), request),
      targets: (networkId) => targetsOf(venuesOf(networkId)),
    },
    reader: {
      read: ({ networkId, account, calls }) => {
        const venues = venuesOf(networkId)
        const wrapped = venues?.wrapped.address as Address | undefined
        const known = targetsOf(venues)
        const place = { wrapped, permit2: permit2sOf(venues) }
        return calls.map((call) => {
          const reading = readSwapCall(call, account, place)
          if (reading.kind !== 'swap' || known.some((one) => isSameAddress(one, reading.target)))
            return reading
          return { kind: 'unknown', target: reading.target }
        })
      },
      decimals: async ({ networkId, tokens }) => readDecimals(await clients.client(networkId), tokens),
      signing: swapSigning(SignTypedData, {
        read: ({ networkId, account, message }) =>
          readPermitMessage(message, {
            chainId: Number(networkId.split(':')[1]),
            account,
            permit2: permit2sOf(venuesOf(networkId)),
          }),
        sign: async (signer, message) =>
          (await signer.sign({ typedData: message as TypedData })).signature as string,
      }),
    },
  }
}

function targetsOf(venues: EvmVenues | undefined): readonly string[] {
  if (!venues) return []
  const { wrapped, v2 = [], v3 = [], slipstream = [], v4 = [] } = venues
  return [wrapped.address, ...[...v2, ...v3, ...slipstream, ...v4].map(({ router }) => router)]
}

/** What passes the account's tokens on to the routers here. */
const permit2sOf = (venues: EvmVenues | undefined): readonly Address[] => [
  ...(venues?.v3 ?? []).flatMap((venue) => permit2Of(venue) ?? []),
  ...(venues?.v4 ?? []).map(permit2OfFourth),
]

function suggest({ venues, client }: Place): readonly SwapToken[] {
  const { name, symbol, decimals } = client.chain.nativeCurrency
  return [{ name, symbol, decimals }, ...(venues.tokens ?? []), venues.wrapped]
}

async function readDecimals(client: EvmClient, tokens: readonly string[]): Promise<readonly number[]> {
  const reads = tokens.map((address) => ({
    address: address as Address,
    abi: erc20Abi as Abi,
    functionName: 'decimals',
  }))
  const answers = await readAtOnce(client, reads)
  return answers.map((decimals) => (typeof decimals === 'number' ? decimals : 0))
}

/** A contract that states neither symbol nor decimals is counted in its smallest unit, as ERC-20 leaves it. */
async function findToken({ client }: Place, request: FindSwapTokenRequest): Promise<SwapToken | undefined> {
  const address = toChecksumAddress(request.address)
  if (address === undefined) return undefined
  const read = (functionName: string, args: readonly unknown[] = []) => ({
    address,
    abi: erc20Abi as Abi,
    functionName,
    args,
  })
  const [supply, symbol, name, decimals] = await readAtOnce(client, [
    read('totalSupply'),
    read('symbol'),
    read('name'),
    read('decimals'),
  ])
  if (typeof supply !== 'bigint') return undefined
  const isPlaces = typeof decimals === 'number' && decimals <= 77
  if (decimals !== undefined && !isPlaces) return undefined
  return {
    address,
    decimals: isPlaces ? decimals : 0,
    symbol: typeof symbol === 'string' && symbol ? symbol : truncateAddress(address),
    ...(typeof name === 'string' && name ? { name } : {}),
  }
}

function callsOf({ venues }: Place, { quote, sell, account }: SwapCallsRequest): SwapCalls<EvmCall> {
  const reference = quote.reference as QuoteReference
  if (reference.kind === 'wrap') {
    const call = encodeWrap(venues.wrapped.address as Address, sell.address === undefined, quote.sold.value)
    return { approvals: [], swap: [call], revoke: [] }
  }
  const { order, passing } = reference
  const swap = [encodeSwap(order, account as Address)]
  const approvals = passing
    ? encodePassedApprovals(quote, sell, passing, order.deadline)
    : encodeApprovals(quote, sell)
  return { ...approvals, swap }
}
