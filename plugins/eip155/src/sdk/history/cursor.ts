import { BaseError } from '@latchkey/kernel/plugin'

/** Where the next page begins: it is told to the caller as a text without meaning. */
export interface Cursor {
  /** The newest block that was not looked at yet. */
  readonly to: bigint
  /** The oldest block of the window, fixed by the first page. */
  readonly floor: bigint
  /** The oldest block in which the coin's transfers can be looked for. */
  readonly coinFloor: bigint
}

const form = /^(\d{1,20})\.(\d{1,20})\.(\d{1,20})$/

export const writeCursor = ({ to, floor, coinFloor }: Cursor): string => `${to}.${floor}.${coinFloor}`

/** @throws BaseError `HISTORY_CURSOR_INVALID` */
export function readCursor(text: string): Cursor {
  const [, to, floor, coinFloor] = form.exec(text) ?? []
  if (to !== undefined && floor !== undefined && coinFloor !== undefined) {
    return { to: BigInt(to), floor: BigInt(floor), coinFloor: BigInt(coinFloor) }
  }
  throw new BaseError('This is not a place in the history of an EVM account.', {
    code: 'HISTORY_CURSOR_INVALID',
    metaMessages: [
      'Expected "next" of an earlier page, unchanged.',
      `Received: ${String(text).slice(0, 60)}`,
    ],
  })
}
