import { createPublicClient, type Hex, http } from 'viem'
import * as z from 'zod/mini'
import { WalletError } from '../walletError.js'
import { parameters, rpcUrlFor, type SignRequest } from './signer.js'

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value))
const sent = z.tuple([
  z.object({
    version: z.string(),
    id: z.optional(z.string()),
    from: z.optional(hex),
    chainId: hex,
    atomicRequired: z.boolean(),
    calls: z.array(z.object({ to: z.optional(hex), data: z.optional(hex), value: z.optional(hex) })),
  }),
])
const asked = z.tuple([z.string()])
const asksCapabilities = z.tuple([hex, z.optional(z.array(hex))])

export const callMethods = ['wallet_sendCalls', 'wallet_getCallsStatus', 'wallet_getCapabilities'] as const

export interface EvmCallsOptions {
  readonly chains: readonly string[]
  readonly rpcUrls: Readonly<Record<string, string>>
  readonly main: Hex
  send(request: SignRequest): Promise<Hex>
}

interface Bundle {
  readonly chainId: Hex
  readonly hashes: readonly Hex[]
}

/** EIP-5792, version 2.0.0: calls are sent one after the other, never atomically. */
export function createEvmCalls({ chains, rpcUrls, main, send }: EvmCallsOptions) {
  const bundles = new Map<string, Bundle>()

  async function sendCalls(request: SignRequest): Promise<unknown> {
    const [bundle] = parameters(sent, request)
    const { chainId, calls, from = main, id = crypto.randomUUID() } = bundle
    const networkId = `eip155:${Number(chainId)}`
    if (networkId !== request.chainId) {
      throw new WalletError(5710, `The calls name ${networkId}, the request ${request.chainId}.`)
    }
    if (bundle.atomicRequired) throw new WalletError(5760, 'The wallet cannot send calls atomically.')
    if (bundles.has(id)) throw new WalletError(5720, `There are calls with the id "${id}" already.`)
    const hashes: Hex[] = []
    for (const call of calls) {
      hashes.push(
        await send({ chainId: networkId, method: 'eth_sendTransaction', params: [{ ...call, from }] }),
      )
    }
    bundles.set(id, { chainId, hashes })
    return { id }
  }

  async function getCallsStatus(request: SignRequest): Promise<unknown> {
    const [id] = parameters(asked, request)
    const bundle = bundles.get(id)
    if (!bundle) throw new WalletError(5730, `There are no calls with the id "${id}".`)
    const { chainId, hashes } = bundle
    const client = createPublicClient({ transport: http(rpcUrlFor(rpcUrls, `eip155:${Number(chainId)}`)) })
    const found = await Promise.all(
      hashes.map((hash) => client.request({ method: 'eth_getTransactionReceipt', params: [hash] })),
    )
    const receipts = found.flatMap((receipt) => receipt ?? [])
    const isDone = receipts.length === hashes.length
    const failed = receipts.filter(({ status }) => status === '0x0').length
    const status = !isDone ? 100 : failed === 0 ? 200 : failed === hashes.length ? 500 : 600
    return { version: '2.0.0', id, chainId, status, atomic: false, ...(isDone ? { receipts } : {}) }
  }

  function getCapabilities(request: SignRequest): unknown {
    const [, wanted] = parameters(asksCapabilities, request)
    const own = chains.map((chain) => Number(chain.split(':')[1]))
    const ids = wanted?.map(Number).filter((id) => own.includes(id)) ?? own
    return Object.fromEntries(
      ids.map((id) => [`0x${id.toString(16)}`, { atomic: { status: 'unsupported' } }]),
    )
  }

  return (request: SignRequest): Promise<unknown> | undefined => {
    if (request.method === 'wallet_sendCalls') return sendCalls(request)
    if (request.method === 'wallet_getCallsStatus') return getCallsStatus(request)
    if (request.method === 'wallet_getCapabilities') return Promise.resolve(getCapabilities(request))
    return undefined
  }
}
