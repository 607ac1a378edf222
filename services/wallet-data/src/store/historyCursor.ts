import * as z from 'zod/mini'

/** The place of a transaction in a history, newest first. */
export interface HistoryPlace {
  readonly minedAt: number
  readonly height: number
  readonly position: number
  readonly networkId: string
  readonly transactionId: string
}

const whole = z.number().check(z.int(), z.gte(0))
/** The largest that PostgreSQL keeps as an integer. */
const place = whole.check(z.lte(0x7fffffff))
const text = (longest: number) => z.string().check(z.maxLength(longest), z.regex(/^[\x20-\x7e]*$/))
const shape = z.tuple([whole, whole, place, text(64), text(128)])

/** Cursors are opaque to clients. */
export function encodeCursor(place: HistoryPlace): string {
  const { minedAt, height, position, networkId, transactionId } = place
  return Buffer.from(JSON.stringify([minedAt, height, position, networkId, transactionId])).toString(
    'base64url',
  )
}

/** `undefined` for what is no cursor of ours. */
export function decodeCursor(text: string): HistoryPlace | undefined {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  const result = shape.safeParse(value)
  if (!result.success) return undefined
  const [minedAt, height, position, networkId, transactionId] = result.data
  return { minedAt, height, position, networkId, transactionId }
}
