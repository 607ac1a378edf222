import {
  type Amount,
  CollectibleTransfers,
  type SubmittedCalls,
  type TransactionRecord,
  visibleText,
} from '@latchkey/kernel/contracts'
import { type PluginContext, wait } from '@latchkey/kernel/plugin'
import {
  callsRequest,
  followOnce,
  type OpenTransfer,
  type UnansweredTransfers,
  type WalletRequest,
} from '@latchkey/kernel/transaction'
import { type ActiveWallet, kernelErrorFrom } from '@latchkey/kernel/wallet'
import type { CollectibleState, PreparedCollectible, SendingCollectible } from '../CollectibleSender.js'
import type { Recents } from './recentReceivers.js'
import { repeatToldAt } from './reviewUnanswered.js'
import type { SenderTools } from './SenderTools.js'

export interface CollectibleTools
  extends Pick<
    SenderTools,
    | 'wallets'
    | 'session'
    | 'storage'
    | 'clock'
    | 'log'
    | 'addressNames'
    | 'nativeBalances'
    | 'navigation'
    | 'notifications'
  > {
  readonly context: Pick<PluginContext, 'emit' | 'signal'>
  readonly state: CollectibleState
}

/** Sends before this one: receivers, and requests that no wallet answered. */
export interface CollectibleMemory {
  readonly recents: Recents
  readonly unanswered: UnansweredTransfers
}

/** How often a collection is asked whether the item moved, and the time between: nodes may be a block (12 s) behind. */
const looks = 14
const pause = 1_500

/** Shows what becomes of the sending. */
export type PutSending = (next: Omit<SendingCollectible, 'prepared'>) => void

interface Asked {
  readonly prepared: PreparedCollectible
  readonly wallet: ActiveWallet
  readonly put: PutSending
}

/** A checked sending as the wallet is asked for it, and what becomes of whatever the wallet answers. */
export function collectibleRequest(
  tools: CollectibleTools,
  { recents, unanswered }: CollectibleMemory,
  { prepared, wallet, put }: Asked,
): WalletRequest<SubmittedCalls> {
  const { calls, to, item, warnings } = prepared
  const { isSameAddress } = wallet.contribution
  const { networkId } = item
  const { address } = wallet.account
  let request: OpenTransfer | undefined
  return {
    ...callsRequest(calls, {
      ...{ events: tools.context, clock: tools.clock, wallets: tools.wallets, wallet },
      record: (id) => recordOf(id, prepared, wallet),
    }),
    asking() {
      request = unanswered.ask({ networkId, address, to, amount: itemAmount(prepared) })
      put({ phase: 'asking' })
    },
    sent(submitted, isShown) {
      const toldAt = repeatToldAt(warnings)
      if (toldAt !== undefined) unanswered.settle({ networkId, address, to }, toldAt, isSameAddress)
      if (isShown()) request?.forget()
      else request?.sentAfterAll()
      const sentAt = tools.clock.now()
      const putShown: PutSending = (next) => isShown() && put({ ...next, sentAt })
      putShown({ phase: 'pending', id: submitted.id })
      recents.add(wallet.namespace, { address: to }, isSameAddress)
      // Views that wait for the wallet need not wait for the chain.
      void follow(tools, prepared, submitted, putShown)
    },
    failed({ cause, outcome, isShown }) {
      if (outcome === 'nothing') request?.forget()
      if (isShown) put({ phase: outcome === 'unknown' ? 'lost' : 'refused', error: kernelErrorFrom(cause) })
    },
  }
}

/** Items are counted, and named as money is. */
const itemAmount = ({ item: { name, id }, amount }: PreparedCollectible): Amount => ({
  value: amount,
  decimals: 0,
  symbol: visibleText(name).slice(0, 60) || `#${id.slice(0, 24)}`,
})

const follow = (
  tools: CollectibleTools,
  prepared: PreparedCollectible,
  submitted: SubmittedCalls,
  put: PutSending,
): Promise<void> =>
  followOnce<'confirmed' | 'unmoved' | 'unchecked'>(submitted, {
    ...{ signal: tools.context.signal, log: tools.log },
    confirmed: () => findOwner(tools, prepared),
    put,
  })

/** A log proves nothing: the collection is asked who has the item. */
async function findOwner(
  { wallets, context: { signal }, clock, log }: CollectibleTools,
  { item, to, amount, accountId, ownerHas, receiverHas }: PreparedCollectible,
): Promise<'confirmed' | 'unmoved' | 'unchecked'> {
  const { networkId, address, id } = item
  const transfers = wallets.chain(networkId, CollectibleTransfers)
  const owner = accountId.slice(networkId.length + 1)
  const count = async (of: string) =>
    (await transfers?.count({ networkId, address, id, owner: of, signal })) ?? 0n
  try {
    for (let look = 1; ; look += 1) {
      const [receiverNow, ownerNow] = await Promise.all([count(to), count(owner)])
      if (receiverNow >= receiverHas + amount) return 'confirmed'
      if (look === looks) return ownerNow >= ownerHas ? 'unmoved' : 'unchecked'
      await wait(clock, pause, signal)
    }
  } catch (cause) {
    signal.throwIfAborted()
    log.warn('A collection did not say who owns an NFT that was sent.', cause)
    return 'unchecked'
  }
}

function recordOf(
  id: string,
  { item, to, amount, calls: { fee, steps } }: PreparedCollectible,
  { account, networkId }: ActiveWallet,
): TransactionRecord {
  return {
    id,
    networkId,
    operation: 'send',
    status: 'pending',
    from: account.address,
    to,
    ...(steps === 1 ? { fee: { ...fee } } : {}),
    transfers: [
      {
        direction: 'out',
        amount: { value: amount, decimals: 0, symbol: '' },
        asset: item.address,
        name: item.name,
        collectible: { id: item.id, ...(item.picture === undefined ? {} : { picture: item.picture }) },
        from: account.address,
        to,
      },
    ],
  }
}
