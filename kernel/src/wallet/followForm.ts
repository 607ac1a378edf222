import { subscribe } from 'valtio/vanilla'
import { ConnectRoute, UnsupportedChainRoute } from '../contracts/routes.js'
import type { NetworkId } from '../contracts/caip.js'
import type { Words } from '../contracts/words.js'
import { networkNotFound } from '../errors/chain.js'
import type { Route } from '../keys/route.js'
import type { WalletsService, WalletTarget } from './activeWallet.js'
import { isSameTarget } from './isSameTarget.js'
import type { NavigationService } from './navigation.js'
import type { NetworksService } from './networksState.js'

/** What a form can be opened with: at least the network it is meant for. */
export interface FormArguments {
  readonly networkId?: NetworkId
}

/** A form that is filled in for the active account on the active network. */
export interface WalletForm<Target extends WalletTarget, Arguments extends FormArguments> {
  /** What the form is filled in for. It is written while another one is as good as the same. */
  readonly state: { target: Target | undefined }
  readonly route: Route<Arguments | undefined>
  /** Views behind the form that mean nothing for another account or network. */
  readonly behind: readonly { readonly name: string }[]
  /** The active account on the active network; undefined while nothing is connected. */
  readTarget(): Target | undefined
  /** Whether the form stays with its target although another one is active, as while its wallet is asked. */
  isHeld(): boolean
  retarget(next: Target | undefined): void
  /** The form is on top. Called for every change of the modal. */
  shown?(): void
  /** The form was opened. Called once for each time, after `shown`. */
  opened(given: Arguments | undefined): void
  /** What the view of unsupported networks says where the form can't be used; undefined where it can. */
  refusal(target: Target): { readonly reason?: Words } | undefined
}

export interface FollowedForm<Arguments extends FormArguments> {
  /** @throws NetworkError `NETWORK_NOT_FOUND` for a network the host does not list */
  open(given?: Arguments): void
  stop(): void
}

/** Keeps a form with the active account and network, and takes up what it is opened with. */
export function followForm<Target extends WalletTarget, Arguments extends FormArguments>(
  {
    wallets,
    navigation,
    networks,
  }: {
    readonly wallets: Pick<WalletsService, 'subscribe'>
    readonly navigation: NavigationService
    readonly networks: Pick<NetworksService, 'find'>
  },
  form: WalletForm<Target, Arguments>,
): FollowedForm<Arguments> {
  const { state, route } = form
  const seen = new Set<string>()
  const current = () => navigation.state.entries.at(-1)

  function followTarget(): void {
    const next = form.readTarget()
    if (isSameTarget(state.target, next)) {
      if (next) state.target = next
      return
    }
    if (state.target && form.isHeld()) return
    const wasBehind = form.behind.some(({ name }) => name === current()?.name)
    form.retarget(next)
    if (next && wasBehind && !navigation.backTo(route)) navigation.replace(route, undefined)
  }

  function followNavigation(): void {
    const entry = current()
    if (entry?.name !== route.name) return
    form.shown?.()
    if (seen.has(entry.key)) return
    seen.add(entry.key)
    form.opened(entry.params as Arguments | undefined)
  }

  followTarget()
  followNavigation()
  const stops = [wallets.subscribe(followTarget), subscribe(navigation.state, followNavigation)]

  return {
    open(given) {
      followTarget()
      const { target } = state
      const wanted = given?.networkId
      if (wanted !== undefined && !networks.find(wanted)) throw networkNotFound(wanted)
      if (!target) return void navigation.open(ConnectRoute)
      const refusal = wanted === undefined || wanted === target.networkId ? form.refusal(target) : undefined
      if (refusal) navigation.open(UnsupportedChainRoute, refusal)
      else navigation.open(route, given)
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}
