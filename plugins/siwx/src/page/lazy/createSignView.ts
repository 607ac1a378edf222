import type { AccountId } from '@latchkey/kernel/contracts'
import type { NavigationService } from '@latchkey/kernel/wallet'
import { ConnectingSiweRoute, SiwxSignMessageRoute } from '../SiwxService.js'

/** The view that asks for the signature, where a shell draws it. */
export interface SignView {
  /** Opens the view, unless the person closed it for this account. */
  ask(id: AccountId): void
  /** Whether the person sees it now. */
  isShown(): boolean
  leave(): void
  /** The person does not want to be asked for this account; undefined: every account is asked. */
  dismiss(id: AccountId | undefined): void
}

export const isSignView = (name: string | undefined): boolean =>
  name === SiwxSignMessageRoute.name || name === ConnectingSiweRoute.name

export function createSignView(navigation: NavigationService): SignView {
  let dismissed: AccountId | undefined
  const isShown = () => isSignView(navigation.state.entries.at(-1)?.name)
  return {
    ask(id) {
      if (dismissed === id || isShown() || !navigation.draws(SiwxSignMessageRoute.name)) return
      navigation.reset(SiwxSignMessageRoute)
    },
    isShown,
    leave() {
      if (isShown()) navigation.close({ force: true })
    },
    dismiss(id) {
      dismissed = id
    },
  }
}
