import type { Kit } from './Kit.js'
import { appKit } from './appkit/appKit.js'
import { connectKit } from './connectkit/connectKit.js'
import { onchainKit } from './onchainkit/onchainKit.js'
import { rainbowKit } from './rainbowkit/rainbowKit.js'
import { walletAdapter } from './walletadapter/walletAdapter.js'

/** The products that `npx @latchkey/codemod from` knows. */
export const kits: Readonly<Record<string, Kit>> = {
  rainbowkit: rainbowKit,
  connectkit: connectKit,
  onchainkit: onchainKit,
  appkit: appKit,
  'wallet-adapter': walletAdapter,
}
