import type { CallsDecision, SubmittedCalls } from '@latchkey/kernel/contracts'
import { ConnectorError, isKernelError, wait } from '@latchkey/kernel/plugin'
import { getBlockNumber } from 'viem/actions'
import type { CapabilityTools } from '../../capabilities.js'
import { askWallet } from '../../connect/askWallet.js'
import type { Eip1193Provider } from '../../provider.js'
import { type BundleFacts, judgeBundle } from './judgeBundle.js'
import { type BundleStatus, readBundleStatus } from './readBundleStatus.js'
import { writeBundleTrail } from './bundleTrail.js'

export interface BundleToFollow extends BundleFacts {
  readonly tools: CapabilityTools
  readonly provider: Eip1193Provider
  readonly id: string
}

/** First pauses in milliseconds; then the chain's own pace. */
const firstPauses = [250, 500, 1_000, 2_000]
/** How long a decision is waited for, in milliseconds. */
const patience = 600_000
/** How long a wallet that says that nothing was done waits for a block to prove it, in milliseconds. */
const proofPatience = 60_000

/** Calls that a wallet took together, by the id it knows them by. */
export function followBundle(bundle: BundleToFollow): SubmittedCalls {
  return {
    id: bundle.id,
    isBundle: true,
    trail: Promise.resolve(writeBundleTrail(bundle)),
    wait: (signal) => awaitBundle(bundle, signal),
  }
}

/** @throws ConnectorError `CALLS_WAIT_TIMEOUT` after ten minutes, or when the wallet doesn't know the calls any more. */
async function awaitBundle(bundle: BundleToFollow, signal?: AbortSignal): Promise<CallsDecision> {
  const { tools, client, provider, id } = bundle
  const { clock, log } = tools
  const deadline = clock.now() + patience
  const judge = createJudge(bundle)
  for (let round = 0; clock.now() < deadline; round += 1) {
    signal?.throwIfAborted()
    try {
      const answer = await askWallet(provider, 'wallet_getCallsStatus', [id], signal)
      const decision = await judge(readBundleStatus(answer))
      if (decision) return decision
    } catch (error) {
      signal?.throwIfAborted()
      if (isKernelError(error, 'RPC_UNKNOWN_BUNDLE')) throw error
      log.debug('The state of calls could not be read; it is read again.', error)
    }
    await wait(clock, firstPauses[round] ?? client.pollingInterval, signal)
  }
  throw new ConnectorError(
    'The wallet hasn’t said yet what became of it. It may still go through: look at your wallet before you try again.',
    { code: 'CALLS_WAIT_TIMEOUT', metaMessages: [`Calls: ${id}`] },
  )
}

/**
 * Takes a wallet's word that nothing was done only with a block that came after it: the node that is asked may be behind the one that
 * has the transactions, and what was sent may still be on its way.
 */
function createJudge(bundle: BundleToFollow) {
  const { client, tools } = bundle
  let denied: { readonly block: bigint; readonly at: number } | undefined
  return async (status: BundleStatus): Promise<CallsDecision | undefined> => {
    const decision = await judgeBundle(bundle, status)
    if (decision?.code !== 'CALLS_UNPROVEN') return decision
    const latest = await getBlockNumber(client, { cacheTime: 0 })
    denied ??= { block: latest, at: tools.clock.now() }
    const proven = latest > denied.block ? await judgeBundle(bundle, status, latest) : undefined
    if (proven && proven.code !== 'CALLS_UNPROVEN') return proven
    return tools.clock.now() - denied.at < proofPatience ? undefined : decision
  }
}
