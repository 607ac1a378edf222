import { extensionPoint, type FeatureContribution } from '@latchkey/kernel/plugin'

/**
 * A way to connect that is no wallet on the page, such as email or a social login. A `WalletButton` with its id opens it.
 * `open` is called in the press, so it may open a window.
 */
export type ConnectWay = Pick<FeatureContribution, 'id' | 'label' | 'icon' | 'open'>

export const ConnectWays = extensionPoint<ConnectWay>('latchkey.connectWays', { contain: { open: false } })
