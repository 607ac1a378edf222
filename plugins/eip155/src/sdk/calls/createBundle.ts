import { invalidAnswer } from '@latchkey/kernel/chain'
import { ConnectorError, isKernelError, isUserRejection, type NetworkId } from '@latchkey/kernel/plugin'
import type { PaymasterService, SubmittedCalls } from '@latchkey/kernel/contracts'
import { type Address, bytesToHex, numberToHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { describe } from '../../connect/answers.js'
import { askWallet } from '../../connect/askWallet.js'
import { walletOf } from '../../connect/walletOf.js'
import { handOver } from '../send/handOver.js'
import type { Transfer } from '../send/simulate.js'
import { type AccountMark, compareMark, readMark } from './accountMark.js'
import { followBundle } from './followBundle.js'
import { noBundleCodes } from './noBundleCodes.js'
import { readBundleStatus } from './readBundleStatus.js'

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
 * Gives the wallet several calls in one request. The id is ours. When the answer is lost on the way, the wallet isn't asked again: it may
 * not have kept the id, and would do the calls twice. Where it knows the id, the calls are followed by it.
 *
 * @returns a step that throws ConnectorError `CALLS_UNDECIDED` at a second attempt after an answer that was lost
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
  let start: Start | undefined
  /** The wallet was asked, and neither answered with an id nor refused. */
  let isLost = false
  const follow = (knownAs: string) => {
    const { sentAfter, before } = start as Start
    const facts = {
      client,
      from,
      asked: calls,
      isAtomic,
      sentAfter,
      before,
      isSponsored: paymaster !== undefined,
    }
    return followBundle({ ...facts, tools, provider: walletOf(provider), id: knownAs })
  }

  return async (handingOver) => {
    if (isLost) {
      if (await isKnown(options, id)) return follow(id)
      throw undecided(id)
    }
    start ??= await readStart(client, from, calls)
    const handover = { tools, client, networkId, provider, from, method, params: [request] } as const
    const asking = () => {
      isLost = true
      handingOver()
    }
    try {
      const { answer } = await handOver(handover, asking)
      return follow(readId(answer))
    } catch (error) {
      if (isKernelError(error, 'RPC_DUPLICATE_BUNDLE')) return follow(id)
      isLost = isLost && !(await isRefusal(error, options, start))
      if (isLost && isOneOf(noBundleCodes, error)) throw undecided(id)
      if (paymaster && isKernelError(error, 'RPC_CAPABILITY_NOT_SUPPORTED')) throw notSponsored(error)
      throw error
    }
  }
}

/** Where the chain and the account stood before the wallet was asked for the first time. */
interface Start {
  readonly sentAfter: bigint
  readonly before: AccountMark | undefined
}

async function readStart(client: EvmClient, from: Address, calls: readonly Transfer[]): Promise<Start> {
  const sentAfter = await getBlockNumber(client, { cacheTime: 0 }).catch(() => 0n)
  const before = sentAfter && (await readMark(client, from, calls, sentAfter).catch(() => undefined))
  return { sentAfter, before: before || undefined }
}

/** Codes with which a wallet says that it hasn't taken calls that it could have taken (EIP-1193, EIP-1474, EIP-5792). */
const refusalCodes = ['RPC_INVALID_PARAMS', 'RPC_UNAUTHORIZED', 'RPC_BUNDLE_TOO_LARGE']

const isOneOf = (codes: readonly string[], error: unknown): boolean =>
  isKernelError(error) && codes.includes(error.code)

/** Whether the calls weren't taken. That a wallet can't take them doesn't count where the account has done something since. */
async function isRefusal(
  error: unknown,
  { client, calls }: BundleOptions,
  { before }: Start,
): Promise<boolean> {
  if (isUserRejection(error) || isOneOf(refusalCodes, error)) return true
  if (!isOneOf(noBundleCodes, error)) return false
  if (!before) return true
  const { from } = calls[0] as Transfer
  const latest = await getBlockNumber(client, { cacheTime: 0 })
  return (await compareMark(client, from, calls, before, latest)) !== 'touched'
}

/** Wallets need not keep the id that they are given, and some don't. */
const isKnown = ({ tools, provider }: BundleOptions, id: string): Promise<boolean> =>
  askWallet(walletOf(provider), 'wallet_getCallsStatus', [id])
    .then((answer) => readBundleStatus(answer) !== undefined)
    .catch((error: unknown) => {
      tools.log.debug('The wallet does not say what became of calls whose answer was lost.', error)
      return false
    })

const undecided = (id: string) =>
  new ConnectorError(
    'Your wallet was asked for this before and didn’t say what it did. Look at your wallet before you try again.',
    { code: 'CALLS_UNDECIDED', metaMessages: [`Calls: ${id}`] },
  )

const notSponsored = (cause: Error) =>
  new ConnectorError(
    'The app can’t pay the network fee this time. Look at your wallet, then pay it yourself or try again later.',
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
