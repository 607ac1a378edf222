import { brokenConnectors } from './brokenConnectors.js'
import { brokenLifecycles } from './brokenLifecycles.js'
import { brokenNamespaces } from './brokenNamespaces.js'
import { brokenPayments } from './brokenPayments.js'
import type { BrokenPlugin } from './brokenPlugin.js'
import { brokenReads } from './brokenReads.js'
import { brokenReplacements } from './brokenReplacements.js'
import { brokenSessions } from './brokenSessions.js'
import { brokenWallets } from './brokenWallets.js'

/**
 * Every plugin that the kit is known to catch, each a small variation of one that passes, with the check that catches it and what its sentence
 * says. Run them to see what a fault looks like, or to hold a suite of your own against them.
 */
export const brokenPlugins: readonly BrokenPlugin[] = [
  ...brokenLifecycles,
  ...brokenNamespaces,
  ...brokenConnectors,
  ...brokenSessions,
  ...brokenReads,
  ...brokenPayments,
  ...brokenReplacements,
  ...brokenWallets,
]
