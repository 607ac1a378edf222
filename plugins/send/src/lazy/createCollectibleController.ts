import { type ActiveWallet, kernelErrorFrom } from '@latchkey/kernel/wallet'
import {
  addressNamesOf,
  type Amount,
  Calls,
  CollectibleTransfers,
  namespaceOf,
  type SubmittedCalls,
  type TransactionRecord,
  visibleText,
} from '@latchkey/kernel/contracts'
import { BaseError, type PluginContext, wait } from '@latchkey/kernel/plugin'
import {
  callsRequest,
  createTransactionFlow,
  followOnce,
  type TransactionFlow,
  type WalletRequest,
} from '@latchkey/kernel/transaction'
import { ref } from 'valtio/vanilla'
import type {
  CollectibleController,
  CollectibleState,
  PreparedCollectible,
  SendingCollectible,
} from '../CollectibleSender.js'
import { createHeldCollectible } from './createHeldCollectible.js'
import { ownAddresses } from './ownAddresses.js'
import { createRecents, type Recents } from './recentReceivers.js'
import { reviewReceiver } from './reviewReceiver.js'
import { repeatToldAt, reviewUnanswered, subjectOf, withoutContradiction } from './reviewUnanswered.js'
import type { SenderTools } from './SenderTools.js'
import { type AskedRequest, createUnansweredSends, type UnansweredSends } from './unansweredSends.js'

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

/** One collectible is sent at a time. */
const subject = 'collectible'

/** How often a collection is asked whether the item moved, and the time between: nodes may be a block (12 s) behind. */
const looks = 14
const pause = 1_500

/** Checks a collectible's sending, has the wallet do it, and asks the collection what came of it. */
export function createCollectibleController(
  tools: CollectibleTools,
): CollectibleController & { dispose(): void } {
  const { wallets, state } = tools
  const recents = createRecents(tools.storage)
  const memory: Memory = { recents, unanswered: createUnansweredSends(tools.storage, tools.clock) }
  const held = createHeldCollectible(tools)
  const flow = createTransactionFlow(tools)
  return {
    follow: held.follow,
    dispose: held.stop,
    prepare: (request) => prepare(tools, memory, request),
    send: (prepared) => flow.press(subject, () => send(tools, memory, flow, prepared)),
    recents: () => recents.list(wallets.active()?.namespace ?? ''),
    dismiss() {
      flow.forget(subject)
      state.sending = undefined
    },
  }
}

/** Sends before this one: receivers, and requests that no wallet answered. */
interface Memory {
  readonly recents: Recents
  readonly unanswered: UnansweredSends
}

async function prepare(
  { wallets, session, addressNames }: CollectibleTools,
  { recents, unanswered }: Memory,
  { item, to, amount }: Parameters<CollectibleController['prepare']>[0],
): Promise<PreparedCollectible> {
  const { networkId, address, id } = item
  const namespace = namespaceOf(networkId)
  const wallet = wallets.active(namespace)
  const transfers = wallet?.use(CollectibleTransfers)
  const calls = wallet?.use(Calls)
  if (!wallet || wallet.networkId !== networkId || !transfers) throw unavailable()
  if (!calls) throw wallet.refusal(Calls) ?? unavailable()
  const from = wallet.account.address
  const transfer = await transfers.prepare({ networkId, address, id, from, to, amount })
  const { isSameAddress } = wallet.contribution
  const warnings = withoutContradiction([
    ...unansweredWarnings(unanswered, wallet, { item, to }),
    ...reviewReceiver({
      receiver: to,
      own: [from, ...ownAddresses(session, namespace)],
      recents: recents.list(namespace).map((recent) => recent.address),
      named: addressNamesOf(addressNames, namespace),
      tokens: [address],
      isSameAddress,
    }),
  ])
  return {
    ...{ accountId: wallet.accountId, item, to, amount, warnings },
    ownerHas: transfer.ownerHas,
    receiverHas: transfer.receiverHas,
    calls: await calls.prepare({ calls: transfer.calls }),
  }
}

function unansweredWarnings(
  unanswered: UnansweredSends,
  { account: { address }, contribution: { isSameAddress } }: ActiveWallet,
  { item: { networkId }, to }: Pick<PreparedCollectible, 'item' | 'to'>,
) {
  const found = unanswered.of({ networkId, address }, isSameAddress)
  return reviewUnanswered({ receiver: to, unanswered: found, isSameAddress })
}

/** Whether another tab has asked, or a wallet answered, since it was prepared: the user has read of nothing that may repeat it. */
function isToldAnew({ unanswered }: Memory, wallet: ActiveWallet, prepared: PreparedCollectible): boolean {
  const told = new Set(prepared.warnings.map(subjectOf))
  const now = unansweredWarnings(unanswered, wallet, prepared)
  return now.some((warning) => warning.needsConsent === true && !told.has(subjectOf(warning)))
}

async function send(
  tools: CollectibleTools,
  memory: Memory,
  flow: TransactionFlow,
  given: PreparedCollectible,
): Promise<void> {
  const { wallets, state } = tools
  // What the wallet may have done isn't done again by a press that comes late.
  if (state.sending?.prepared === given && state.sending.phase !== 'refused') return
  // Calls are no state to be observed one by one.
  const prepared = ref(given)
  const put: Put = (next) => {
    state.sending = { ...next, prepared }
  }
  const wallet = wallets.active(namespaceOf(given.item.networkId))
  if (wallet?.accountId !== given.accountId) return put({ phase: 'refused', error: unavailable() })
  if (isToldAnew(memory, wallet, given)) return put({ phase: 'refused', error: changed() })
  await flow.ask(subject, requestOf(tools, memory, { prepared: given, wallet, put }))
}

type Put = (next: Omit<SendingCollectible, 'prepared'>) => void

interface Asked {
  readonly prepared: PreparedCollectible
  readonly wallet: ActiveWallet
  readonly put: Put
}

function requestOf(
  tools: CollectibleTools,
  { recents, unanswered }: Memory,
  { prepared, wallet, put }: Asked,
): WalletRequest<SubmittedCalls> {
  const { calls, to, item, warnings } = prepared
  const { isSameAddress } = wallet.contribution
  const { networkId } = item
  const { address } = wallet.account
  let request: AskedRequest | undefined
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
      const putShown: Put = (next) => isShown() && put(next)
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
  put: Put,
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

const unavailable = () =>
  new BaseError('This NFT can’t be sent from here. Connect the account that owns it, on its network.', {
    code: 'COLLECTIBLE_UNAVAILABLE',
  })

const changed = () =>
  new BaseError('Something may have been sent to this address meanwhile. Go back and review it again.', {
    code: 'COLLECTIBLE_REVIEW_OUTDATED',
  })
