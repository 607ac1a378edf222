import {
  type NavigationService,
  NetworksRoute,
  SwitchActiveChainRoute,
  SwitchNetworkRoute,
  UnsupportedChainRoute,
} from '@latchkey/kernel/plugin'

const names: readonly string[] = [
  NetworksRoute,
  SwitchNetworkRoute,
  SwitchActiveChainRoute,
  UnsupportedChainRoute,
].map((route) => route.name)

/** Whether a view has no reason left once the network has changed. */
const isNetworkView = (name: string | undefined): boolean => name !== undefined && names.includes(name)

/** Back to what stood before the first view about networks, or out of the modal when nothing did. */
export function leaveNetworkViews(navigation: NavigationService): void {
  const { entries } = navigation.state
  if (!isNetworkView(entries.at(-1)?.name)) return
  const first = entries.findIndex((entry) => isNetworkView(entry.name))
  const target = entries[first - 1]
  if (target) navigation.backTo({ name: target.name })
  else navigation.close({ force: true })
}
