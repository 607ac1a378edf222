import { AccountRoute, type NavigationService } from '@latchkey/kernel/wallet'
import { SendPreviewRoute, SendProgressRoute, SendRoute, SendSelectTokenRoute } from '../routes.js'

const ownViews: readonly string[] = [
  SendRoute,
  SendSelectTokenRoute,
  SendPreviewRoute,
  SendProgressRoute,
].map(({ name }) => name)

const currentView = ({ state }: NavigationService) => state.entries.at(-1)?.name

/** Shows what comes of a send in the place of the views before it; a person who is elsewhere stays there. */
export function showProgress(navigation: NavigationService): void {
  const view = currentView(navigation)
  if (view !== undefined && ownViews.includes(view)) navigation.reset(SendProgressRoute)
}

/** Back to the preview, where the person may confirm again. */
export function leaveProgress(navigation: NavigationService): void {
  if (currentView(navigation) !== SendProgressRoute.name) return
  if (!navigation.backTo(SendPreviewRoute)) navigation.replace(SendPreviewRoute)
}

/** Back to the form, from views that wait for a wallet that is waited for no longer. */
export function leaveRequest(navigation: NavigationService): void {
  const view = currentView(navigation)
  if (view !== SendProgressRoute.name && view !== SendPreviewRoute.name) return
  // `replace` would hand the open request to the account, and a late answer would then close it.
  if (!navigation.backTo(SendRoute)) navigation.reset(AccountRoute)
}
