import { ConnectRoute, UnsupportedChainRoute } from '@latchkey/kernel/wallet'
import type { PluginContext } from '@latchkey/kernel/plugin'
import { subscribe } from 'valtio/vanilla'
import { deliveryNetwork } from '../cardChains.js'
import type { WritableState } from '../createState.js'
import { BuyOpened } from '../events.js'
import type { OnrampController, OnrampTarget } from '../OnrampService.js'
import { type BuyArguments, OnrampRoute } from '../routes.js'
import { takesDeliveries } from '../takesDeliveries.js'
import { refusalOf } from './refusalOf.js'
import { createBuyer } from './createBuyer.js'
import { createDraft } from './createDraft.js'
import { createPurchaseBook } from './createPurchaseBook.js'
import { createQuoter } from './createQuoter.js'
import { createWatcher, resume } from './createWatcher.js'
import { type OnrampTools, providersFor } from './OnrampTools.js'
import { regionOf } from './regionOf.js'

export interface StartedOnramp {
  readonly controller: OnrampController
  open(given?: BuyArguments): void
  dispose(): void
}

/** Puts the parts together, and follows accounts and networks. */
export function startOnramp(
  context: PluginContext,
  state: WritableState,
  deps: Omit<OnrampTools, 'state' | 'context'>,
): StartedOnramp {
  const tools: OnrampTools = { ...deps, context, state }
  const { navigation, wallets, notifications } = deps
  if (!/^[A-Z]{2}$/.test(state.country)) state.country = regionOf(globalThis.navigator?.language)
  const book = createPurchaseBook(tools)
  const quoter = createQuoter(tools)
  const watcher = createWatcher(tools, book)
  const draft = createDraft(tools, quoter)
  const buyer = createBuyer(tools, book, watcher, quoter)
  const seen = new Set<string>()

  function followTarget(): void {
    const next = readTarget(tools)
    const before = state.target
    if (before?.networkId === next?.networkId && before?.address === next?.address) return
    state.target = next
    draft.retarget()
  }

  /** Fills in what the form was opened with, once per opening. */
  function followNavigation(): void {
    const entry = navigation.state.entries.at(-1)
    if (entry?.name !== OnrampRoute.name || seen.has(entry.key)) return
    seen.add(entry.key)
    context.emit(BuyOpened, { isSmartAccount: state.target?.isSmartAccount ?? false })
    draft.apply(entry.params as BuyArguments | undefined)
  }

  followTarget()
  followNavigation()
  resume(tools, book, watcher)
  const stops = [wallets.subscribe(followTarget), subscribe(navigation.state, followNavigation)]
  return {
    controller: {
      ...draft.actions,
      ...buyer,
      watch: quoter.watch,
      lookFor: watcher.start,
      forget: (id) => book.remove(id),
    },
    open(given) {
      followTarget()
      const refusal = refusalOf(wallets.active())
      if (!wallets.active()) navigation.open(ConnectRoute)
      else if (refusal) notifications.toast(refusal, { type: 'error' })
      else if (state.target) navigation.open(OnrampRoute, given)
      else navigation.open(UnsupportedChainRoute, undefined)
    },
    dispose() {
      for (const stop of stops) stop()
      quoter.drop()
      watcher.dispose()
      book.dispose()
    },
  }
}

/** The active account, and the network on which it can be delivered to. */
function readTarget(tools: OnrampTools): OnrampTarget | undefined {
  const wallet = tools.wallets.active()
  if (!wallet || !takesDeliveries(wallet.account)) return undefined
  const { namespace, account, networkId } = wallet
  const isSmartAccount = account.kind === 'smartAccount'
  const delivered = deliveryNetwork(
    networkId,
    (id) => providersFor(tools, id).length > 0 && (id === networkId || !isSmartAccount),
  )
  const network = delivered === undefined ? undefined : tools.networks.find(delivered)
  if (!network) return undefined
  return {
    namespace,
    address: account.address,
    networkId: network.id,
    networkName: network.name,
    isSmartAccount,
    ...(network.id === networkId ? {} : { insteadOf: wallet.network?.name ?? networkId }),
  }
}
