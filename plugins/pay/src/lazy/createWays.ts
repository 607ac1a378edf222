import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import { ref } from 'valtio/vanilla'
import type { ShownBill } from './createShownBill.js'
import type { PayerTools } from './PayerTools.js'
import { readAllWays } from './readWays.js'

/** Reads what the bill on screen can be paid with. */
export interface Ways {
  load(): Promise<void>
  /** Reads again what is on screen, and shows nothing of a failure: what was read before stays. */
  renew(): Promise<void>
}

export function createWays(tools: PayerTools, shown: ShownBill): Ways {
  const { state, log } = tools
  return {
    async load() {
      const { asked } = shown
      const key = shown.key()
      state.ways = { status: 'loading', list: [] }
      const isCurrent = () => shown.asked === asked && shown.key() === key
      try {
        const list = await readAllWays(tools, shown.targets())
        if (isCurrent()) state.ways = { status: 'ready', list: ref([...list]) }
      } catch (cause) {
        if (isCurrent()) state.ways = { status: 'error', list: [], error: kernelErrorFrom(cause) }
      }
    },
    async renew() {
      const { asked } = shown
      const before = state.ways
      const targets = shown.targets()
      if (state.phase !== 'choosing' || before.status !== 'ready' || targets.length === 0) return
      try {
        const list = await readAllWays(tools, targets, true)
        // A choice made meanwhile, or another reading, is newer.
        const isCurrent = shown.asked === asked && state.ways === before && state.phase === 'choosing'
        if (isCurrent) state.ways = { status: 'ready', list: ref([...list]) }
      } catch (cause) {
        log.debug('What can pay the bill could not be read again.', cause)
      }
    },
  }
}
