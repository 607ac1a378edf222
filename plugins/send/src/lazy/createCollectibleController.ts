import { addressNamesOf, Calls, CollectibleTransfers, namespaceOf } from '@latchkey/kernel/contracts'
import { BaseError } from '@latchkey/kernel/plugin'
import {
  createTransactionFlow,
  createUnansweredTransfers,
  type Danger,
  refuseUnaccepted,
  type TransactionFlow,
  type UnansweredTransfers,
} from '@latchkey/kernel/transaction'
import type { ActiveWallet } from '@latchkey/kernel/wallet'
import { ref } from 'valtio/vanilla'
import type { CollectibleController, PreparedCollectible } from '../CollectibleSender.js'
import {
  type CollectibleMemory,
  collectibleRequest,
  type CollectibleTools,
  type PutSending,
} from './collectibleRequest.js'
import { dangersOf } from './dangersOf.js'
import { judgeTrial } from './judgeTrial.js'
import { createHeldCollectible } from './createHeldCollectible.js'
import { ownAddresses } from './ownAddresses.js'
import { createRecents } from './recentReceivers.js'
import { reviewReceiver } from './reviewReceiver.js'
import { reviewUnanswered, subjectOf, withoutContradiction } from './reviewUnanswered.js'

/** One collectible is sent at a time. */
const subject = 'collectible'

/** Checks a collectible's sending, has the wallet do it, and asks the collection what came of it. */
export function createCollectibleController(
  tools: CollectibleTools,
): CollectibleController & { dispose(): void } {
  const { wallets, state } = tools
  const recents = createRecents(tools.storage)
  const memory: CollectibleMemory = {
    recents,
    unanswered: createUnansweredTransfers(tools.storage, tools.clock),
  }
  const held = createHeldCollectible(tools)
  const flow = createTransactionFlow(tools)
  return {
    follow: held.follow,
    dispose: held.stop,
    prepare: (request) => prepare(tools, memory, request),
    send: (prepared, accepted) =>
      flow.press(subject, () => send({ tools, memory, flow }, prepared, accepted)),
    recents: () => recents.list(wallets.active()?.namespace ?? ''),
    dismiss() {
      flow.forget(subject)
      state.sending = undefined
    },
  }
}

async function prepare(
  { wallets, session, addressNames }: CollectibleTools,
  { recents, unanswered }: CollectibleMemory,
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
  const prepared = await calls.prepare({ calls: transfer.calls })
  const { losses } = judgeTrial({ changes: prepared.changes, item, amount, owner: from, isSameAddress })
  return {
    ...{ accountId: wallet.accountId, item, to, amount, warnings },
    dangers: dangersOf({ warnings, receiver: to, amount, losses }),
    ownerHas: transfer.ownerHas,
    receiverHas: transfer.receiverHas,
    calls: prepared,
  }
}

function unansweredWarnings(
  unanswered: UnansweredTransfers,
  { account: { address }, contribution: { isSameAddress } }: ActiveWallet,
  { item: { networkId }, to }: Pick<PreparedCollectible, 'item' | 'to'>,
) {
  const found = unanswered.of({ networkId, address }, isSameAddress)
  return reviewUnanswered({ receiver: to, unanswered: found, isSameAddress })
}

/** Whether another tab has asked, or a wallet answered, since it was prepared: the user has read of nothing that may repeat it. */
function isToldAnew(
  { unanswered }: CollectibleMemory,
  wallet: ActiveWallet,
  prepared: PreparedCollectible,
): boolean {
  const told = new Set(prepared.warnings.map(subjectOf))
  const now = unansweredWarnings(unanswered, wallet, prepared)
  return now.some((warning) => warning.needsConsent === true && !told.has(subjectOf(warning)))
}

interface SendParts {
  readonly tools: CollectibleTools
  readonly memory: CollectibleMemory
  readonly flow: TransactionFlow
}

async function send(
  { tools, memory, flow }: SendParts,
  given: PreparedCollectible,
  accepted: readonly Danger[] | undefined,
): Promise<void> {
  const { wallets, state } = tools
  // What the wallet may have done isn't done again by a press that comes late.
  if (state.sending?.prepared === given && state.sending.phase !== 'refused') return
  // Calls are no state to be observed one by one.
  const prepared = ref(given)
  const put: PutSending = (next) => {
    state.sending = { ...next, prepared }
  }
  const wallet = wallets.active(namespaceOf(given.item.networkId))
  if (wallet?.accountId !== given.accountId) return put({ phase: 'refused', error: unavailable() })
  if (isToldAnew(memory, wallet, given)) return put({ phase: 'refused', error: changed() })
  const refusal = refuseUnaccepted(given.dangers, accepted)
  if (refusal) return put({ phase: 'refused', error: refusal })
  await flow.ask(subject, collectibleRequest(tools, memory, { prepared: given, wallet, put }))
}

const unavailable = () =>
  new BaseError('This NFT can’t be sent from here. Connect the account that owns it, on its network.', {
    code: 'COLLECTIBLE_UNAVAILABLE',
  })

const changed = () =>
  new BaseError('Something may have been sent to this address meanwhile. Go back and review it again.', {
    code: 'COLLECTIBLE_REVIEW_OUTDATED',
  })
