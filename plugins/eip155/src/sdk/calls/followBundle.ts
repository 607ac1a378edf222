import {
  type CallsDecision,
  ConnectorError,
  isKernelError,
  type SubmittedCalls,
  wait,
} from '@latchkey/kernel/plugin'
import type { CapabilityTools } from '../../capabilities.js'
import { askWallet } from '../../connect/askWallet.js'
import type { Eip1193Provider } from '../../provider.js'
import { type BundleFacts, judgeBundle } from './judgeBundle.js'
import { readBundleStatus } from './readBundleStatus.js'
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
  for (let round = 0; clock.now() < deadline; round += 1) {
    signal?.throwIfAborted()
    try {
      const answer = await askWallet(provider, 'wallet_getCallsStatus', [id], signal)
      const decision = await judgeBundle(bundle, readBundleStatus(answer))
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
