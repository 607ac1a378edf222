import { findBlockAt } from '@latchkey/kernel/chain'
import { BaseError, type NetworkId } from '@latchkey/kernel/plugin'
import type * as z from 'zod/mini'
import { type Ask, toHex } from './createAsk.js'
import { headerSchema } from './rpcSchemas.js'

/** Days that are looked back when the host does not say. */
const defaultDays = 14
/** ms */
const dayLength = 86_400_000
/** A floor serves on while it is off by a twentieth of the window at most. */
const keptParts = 20

export interface Window {
  readonly head: bigint
  /** The oldest block to look at. */
  readonly floor: bigint
}

/** Reads a network's newest block and the one that it made when the window begins. */
export type ReadWindow = (ask: Ask, networkId: NetworkId) => Promise<Window>

type Header = NonNullable<z.infer<typeof headerSchema>>
// no money: milliseconds
const timeOf = ({ timestamp }: Header) => Number(timestamp) * 1_000

/**
 * Makes the window of past blocks that is looked at, in time: a number of blocks is two weeks on one network and hours on another. It
 * ends with the network's newest block, so that it isn't empty where a network stands still.
 *
 * @param days Default 14, also for a number that is not above 0.
 */
export function createWindow(days: number | undefined): ReadWindow {
  // no money: milliseconds
  const length = (days !== undefined && days > 0 ? days : defaultDays) * dayLength
  const known = new Map<NetworkId, { readonly floor: bigint; readonly since: number }>()

  return async (ask, networkId) => {
    const newest = await ask('eth_getBlockByNumber', ['latest', false], headerSchema)
    if (!newest) throw noNewest()
    const since = timeOf(newest) - length
    const last = known.get(networkId)
    // no money: milliseconds
    const isNear = last && last.floor <= newest.number && Math.abs(since - last.since) * keptParts <= length
    if (isNear) return { head: newest.number, floor: last.floor }
    const floor = await findBlockAt({
      newest: { number: newest.number, time: timeOf(newest) },
      since,
      async timeAt(block) {
        const header = await ask('eth_getBlockByNumber', [toHex(block), false], headerSchema)
        return header ? timeOf(header) : undefined
      },
    })
    known.set(networkId, { floor, since })
    return { head: newest.number, floor }
  }
}

const noNewest = () =>
  new BaseError('The network’s node doesn’t know its newest block. Try again.', {
    code: 'HISTORY_BLOCK_MISSING',
  })
