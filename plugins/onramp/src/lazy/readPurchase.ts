import { History, type TransactionRecord } from '@latchkey/kernel/contracts'
import { onrampError } from '../onrampErrors.js'
import { OnrampProvider, type OnrampStatus } from '../OnrampProvider.js'
import type { Purchase } from '../purchases.js'
import { checkStatus } from './checkAnswers.js'
import type { OnrampTools } from './OnrampTools.js'
import { within } from './within.js'

/** Transactions that are read of an account. */
const recordLimit = 50

/** The account's transactions, newest first. @throws BaseError `ONRAMP_UNWATCHED` where nothing lists them. */
export async function readTransactions(
  { activity, wallets }: OnrampTools,
  { networkId, address }: Pick<Purchase, 'networkId' | 'address'>,
  signal: AbortSignal,
): Promise<readonly TransactionRecord[]> {
  const reader = activity ?? wallets.chain(networkId, History)
  if (!reader) throw onrampError('ONRAMP_UNWATCHED')
  return (await reader.read({ networkId, address, limit: recordLimit, fresh: true, signal })).transactions
}

/** What the provider says, where it says anything. Its silence changes nothing. */
export async function readStatus(
  { context, clock, log }: OnrampTools,
  { providerId, sessionId }: Purchase,
  signal: AbortSignal,
): Promise<OnrampStatus | undefined> {
  const provider = context.list(OnrampProvider).find(({ id }) => id === providerId)
  try {
    const source = await provider?.load()
    if (!source?.status) return undefined
    const ask = source.status.bind(source)
    return checkStatus(await within(clock, signal, (own) => ask({ id: sessionId, signal: own })))
  } catch (error) {
    log.debug(`"${providerId}" did not say how a purchase stands.`, error)
    return undefined
  }
}
