import { BaseError } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import { isAddress } from '../../address.js'

/** Where each account's list goes on: after a signature, from its start (`null`). Accounts that ended are left out. */
export type Cursor = ReadonlyMap<string, string | null>

const signature = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/))
const schema = z.record(z.string().check(z.refine(isAddress)), z.nullable(signature))

export const writeCursor = (cursor: Cursor): string => JSON.stringify(Object.fromEntries(cursor))

/** @throws BaseError `HISTORY_CURSOR_INVALID` */
export function readCursor(text: string): Cursor {
  try {
    return new Map(Object.entries(z.parse(schema, JSON.parse(text))))
  } catch (cause) {
    throw new BaseError('This is not a place in the history of a Solana account.', {
      code: 'HISTORY_CURSOR_INVALID',
      cause,
      metaMessages: ['Expected "next" of an earlier page, unchanged.'],
    })
  }
}
