import { invalidAnswer } from '@latchkey/kernel/chain'
import {
  ConnectorError,
  isKernelError,
  type NetworkId,
  type PaymasterService,
  type SubmittedCalls,
} from '@latchkey/kernel/plugin'
import { bytesToHex, numberToHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { describe } from '../../connect/answers.js'
import { walletOf } from '../../connect/walletOf.js'
import { handOver } from '../send/handOver.js'
import type { Transfer } from '../send/simulate.js'
import { followBundle } from './followBundle.js'

export interface BundleOptions {
  readonly tools: CapabilityTools
  readonly client: EvmClient
  readonly networkId: NetworkId
  readonly provider: unknown
  readonly calls: readonly Transfer[]
  readonly isAtomic: boolean
  /** The service that pays the fee. Absent when the account pays. */
  readonly paymaster: PaymasterService | undefined
}

const method = 'wallet_sendCalls'
/** Hex characters with 0x, by EIP-5792. */
const idLimit = 8_194

/**
 * Gives the wallet several calls in one request. The id is ours and the same at every attempt: if the answer was lost
 * on the way, the wallet refuses the second attempt as a duplicate, and the first is followed.
 */
export function createBundle(options: BundleOptions): (handingOver: () => void) => Promise<SubmittedCalls> {
  const { tools, client, networkId, provider, calls, isAtomic, paymaster } = options
  const { from } = calls[0] as Transfer
  const id = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  const request = {
    version: '2.0.0',
    id,
    from,
    chainId: numberToHex(client.chain.id),
    // A single call is always atomic. Requiring it would make the wallet upgrade the account, or refuse (5760).
    atomicRequired: isAtomic && calls.length > 1,
    calls: calls.map(({ to, data, value }) => ({
      to,
      ...(data === '0x' ? {} : { data }),
      ...(value === 0n ? {} : { value: numberToHex(value) }),
    })),
    // Not optional: a wallet that ignored it would charge the account a fee that the person didn't agree to.
    ...(paymaster ? { capabilities: { paymasterService: paymaster } } : {}),
  }
  let firstSentAfter: bigint | undefined

  return async (handingOver) => {
    firstSentAfter ??= await getBlockNumber(client, { cacheTime: 0 }).catch(() => 0n)
    const handover = { tools, client, networkId, provider, from, method, params: [request] } as const
    const taken = await handOver(handover, handingOver).then(
      ({ answer }) => readId(answer),
      (error: unknown) => {
        if (isKernelError(error, 'RPC_DUPLICATE_BUNDLE')) return id
        if (paymaster && isKernelError(error, 'RPC_CAPABILITY_NOT_SUPPORTED')) throw notSponsored(error)
        throw error
      },
    )
    const facts = {
      ...{ client, from, asked: calls, isAtomic, sentAfter: firstSentAfter },
      isSponsored: paymaster !== undefined,
    }
    return followBundle({ ...facts, tools, provider: walletOf(provider), id: taken })
  }
}

const notSponsored = (cause: Error) =>
  new ConnectorError(
    'The app can’t pay the network fee this time. Nothing was sent. Pay it yourself, or try again later.',
    {
      code: 'FEE_NOT_SPONSORED',
      cause,
    },
  )

/** Wallets from before version 2.0.0 answer the id alone. */
function readId(answer: unknown): string {
  const id = typeof answer === 'string' ? answer : (answer as { readonly id?: unknown } | null)?.id
  if (typeof id === 'string' && id.length > 0 && id.length <= idLimit) return id
  throw invalidAnswer('The wallet', method, describe(answer))
}
