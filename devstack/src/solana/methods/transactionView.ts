import * as z from 'zod/mini'
import type { TransactionView } from './transactionJson.js'

const encoding = z.enum(['json', 'jsonParsed', 'base58', 'base64'])

/** Options by which clients name the form of a transaction. */
export const viewOptions = {
  encoding: z.nullish(encoding),
  maxSupportedTransactionVersion: z.nullish(z.number().check(z.int(), z.gte(0), z.lte(255))),
}

/** The form of a transaction: an encoding alone, or with the newest version that the client reads. */
export const viewParameter = z.nullish(z.union([encoding, z.object(viewOptions)]))

/** Completes what a client said. Nodes write JSON, and legacy transactions only, unless told otherwise. */
export function viewOf(given: z.infer<typeof viewParameter>): TransactionView {
  const named = typeof given === 'string' ? { encoding: given } : { ...given }
  const newest = 'maxSupportedTransactionVersion' in named ? named.maxSupportedTransactionVersion : undefined
  return { encoding: named.encoding ?? 'json', newest: newest ?? undefined }
}
