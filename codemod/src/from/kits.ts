import type { Kit } from './Kit.js'
import { connectKit } from './connectkit/connectKit.js'
import { rainbowKit } from './rainbowkit/rainbowKit.js'
import { walletAdapter } from './walletadapter/walletAdapter.js'

/** What `npx @latchkey/codemod from` takes. */
export const kits: Readonly<Record<string, Kit>> = {
  rainbowkit: rainbowKit,
  connectkit: connectKit,
  'wallet-adapter': walletAdapter,
}
