import type { Kit } from './Kit.js'
import { rainbowKit } from './rainbowkit/rainbowKit.js'

/** What `npx @latchkey/codemod from` takes. */
export const kits: Readonly<Record<string, Kit>> = {
  rainbowkit: rainbowKit,
}
