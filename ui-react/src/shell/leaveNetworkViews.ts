import {
  type NavigationService,
  NetworksRoute,
  SwitchActiveChainRoute,
  SwitchNetworkRoute,
  UnsupportedChainRoute,
} from '@latchkey/kernel/wallet'

const names: readonly string[] = [
  NetworksRoute,
  SwitchNetworkRoute,
  SwitchActiveChainRoute,
  UnsupportedChainRoute,
].map((route) => route.name)

/** Whether a view has no reason left once the network has changed. */
const isNetworkView = (name: string | undefined): boolean => name !== undefined && names.includes(name)

type Entry = NavigationService['state']['entries'][number]

/**
 * Back to what stood before the first view about networks, or out of the modal when nothing did.
 *
 * @param isDone Whether the view on top has no reason left. A refusal that a form shows because of the new network has one.
 */
export function leaveNetworkViews(
  navigation: NavigationService,
  isDone: (entry: Entry) => boolean = () => true,
): void {
  const { entries } = navigation.state
  const top = entries.at(-1)
  if (!top || !isNetworkView(top.name) || !isDone(top)) return
  const first = entries.findIndex((entry) => isNetworkView(entry.name))
  const target = entries[first - 1]
  if (target) navigation.backTo({ name: target.name })
  else navigation.close({ force: true })
}
