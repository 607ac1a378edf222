import { join } from 'node:path'
import { root } from '../workspace.js'

/** An app before and after it came over from another product. */
export interface Pair {
  /** The folder below `examples/coming-over`, and the page below `site/pages/coming-over`. */
  readonly name: string
  /** The word for `npx @latchkey/codemod from`. */
  readonly product: string
  readonly chain: 'evm' | 'solana'
  /** Whether the app's sign-in holds for one network, so that a switch asks again: before, after. */
  readonly signsAgain?: { readonly before: boolean; readonly after: boolean }
  /** Whether the product opens no view for networks and none for a choice of wallets, so that the app has no buttons for them. */
  readonly isWithoutViews?: true
  /** Whether the product's licence keeps it out of this repository: the app before is text that nobody installs, and has no weight. */
  readonly isBeforeTextAlone?: true
}

export const sides = ['before', 'after'] as const
export type Side = (typeof sides)[number]

export const pairs: readonly Pair[] = [
  {
    name: 'rainbowkit',
    product: 'rainbowkit',
    chain: 'evm',
    signsAgain: { before: false, after: true },
  },
  { name: 'appkit', product: 'appkit', chain: 'evm', isBeforeTextAlone: true },
  { name: 'connectkit', product: 'connectkit', chain: 'evm' },
  { name: 'onchainkit', product: 'onchainkit', chain: 'evm', isWithoutViews: true },
  { name: 'wallet-adapter', product: 'wallet-adapter', chain: 'solana' },
]

export const folderOf = ({ name }: Pair, side: Side) => join(root, 'examples/coming-over', name, side)
export const pageOf = ({ name }: Pair) => join(root, 'site/pages/coming-over', `${name}.md`)
export const sidesOf = (pair: Pair): readonly Side[] => (pair.isBeforeTextAlone ? ['after'] : sides)
