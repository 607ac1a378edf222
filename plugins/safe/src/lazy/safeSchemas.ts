import * as z from 'zod/mini'

const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))
const hex = (limit: number) => z.string().check(z.maxLength(limit), z.regex(/^0x(?:[0-9a-f]{2})*$/i))

/** What the host answers, with the id of the question. */
export const replySchema = z.union([
  z.object({ id: z.string(), success: z.literal(true), data: z.optional(z.unknown()) }),
  z.object({ id: z.string(), success: z.literal(false), error: z.optional(z.unknown()) }),
])

/** `getSafeInfo`. */
export const safeSchema = z.object({
  safeAddress: z.string().check(z.regex(/^0x[0-9a-f]{40}$/i)),
  // no money: a chain id
  chainId: z.number().check(z.int(), z.gt(0), z.lte(Number.MAX_SAFE_INTEGER)),
  isReadOnly: z.optional(z.boolean()),
})

/** `sendTransactions`. */
export const sentSchema = z.object({ safeTxHash: hash })

/** `signMessage`, `signTypedMessage`: off-chain, or by a transaction. */
export const signedSchema = z.union([z.object({ messageHash: hash }), z.object({ safeTxHash: hash })])

/** `getOffChainSignature`: nothing until enough owners have signed. */
export const signatureSchema = z.union([hex(200_000), z.literal(''), z.null(), z.undefined()])

/** `getTxBySafeTxHash`, the part that is used. */
export const transactionSchema = z.object({
  txStatus: z.enum(['AWAITING_CONFIRMATIONS', 'AWAITING_EXECUTION', 'CANCELLED', 'FAILED', 'SUCCESS']),
  txHash: z.optional(z.nullable(hash)),
})

const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i))
const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
const wishes = z.optional(z.record(z.string(), z.object({ optional: z.optional(z.boolean()) })))
/** Fees and nonces are the Safe's own, and aren't read; what would change the meaning of a call is. */
const call = z.object({
  to: address,
  data: z.optional(hex(2_000_000)),
  /** Another name of `data`, which nodes take as well. */
  input: z.optional(hex(2_000_000)),
  value: z.optional(quantity),
  // no money: a chain id
  chainId: z.optional(z.union([quantity, z.number()])),
  authorizationList: z.optional(z.unknown()),
  capabilities: wishes,
})

/** `eth_sendTransaction`. */
export const sendParams = z.tuple([z.extend(call, { from: address })])

/** `wallet_sendCalls` (EIP-5792, version 2.0.0). */
export const callsParams = z.tuple([
  z.object({
    id: z.optional(z.string().check(z.maxLength(8_194))),
    from: z.optional(address),
    chainId: z.string().check(z.regex(/^0x[0-9a-f]{1,13}$/i)),
    calls: z.array(call).check(z.minLength(1), z.maxLength(1_000)),
    capabilities: wishes,
  }),
])

export const statusParams = z.tuple([hash])
export const personalParams = z.tuple([hex(2_000_000), address], z.unknown())
export const typedParams = z.tuple([address, z.union([z.string(), z.record(z.string(), z.unknown())])])

export type SafeCall = z.infer<typeof call>
export type SafeTransaction = z.infer<typeof transactionSchema>
