import { BaseError } from '@latchkey/kernel/plugin'

/** Where the next page begins: it is told to the caller as a text without meaning. */
export interface Cursor {
  /** The newest block that was not looked at yet. */
  readonly to: number
  /** The oldest block of the window, fixed by the first page. */
  readonly floor: number
}

const form = /^(\d{1,15})\.(\d{1,15})$/

export const writeCursor = ({ to, floor }: Cursor): string => `${to}.${floor}`

/** @throws BaseError `HISTORY_CURSOR_INVALID` */
export function readCursor(text: string): Cursor {
  const [, to, floor] = form.exec(text) ?? []
  // no money: heights of blocks
  if (to !== undefined && floor !== undefined) return { to: Number(to), floor: Number(floor) }
  throw new BaseError('This is not a place in the history of a Polkadot account.', {
    code: 'HISTORY_CURSOR_INVALID',
    metaMessages: [
      'Expected "next" of an earlier page, unchanged.',
      `Received: ${String(text).slice(0, 60)}`,
    ],
  })
}
