import * as z from 'zod/mini'

const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i, 'expected a hex quantity')),
  z.transform((value: string) => BigInt(value)),
)
const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i, 'expected a hash'))
const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i, 'expected an address'))
const data = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/i, 'expected hex bytes'))

export const quantitySchema = quantity

/** `eth_getLogs`. What is still pending has no place in a block and is left out by the reader. */
export const logsSchema = z.array(
  z.object({
    address,
    topics: z.array(hash),
    data,
    blockNumber: z.nullable(quantity),
    transactionHash: z.nullable(hash),
    transactionIndex: z.nullable(quantity),
    removed: z.optional(z.boolean()),
  }),
)

export const headerSchema = z.nullable(z.object({ number: quantity, timestamp: quantity }))

const transaction = z.object({
  hash,
  from: address,
  to: z.optional(z.nullable(address)),
  value: quantity,
  input: data,
  authorizationList: z.optional(z.array(z.unknown())),
  blockNumber: z.nullable(quantity),
  transactionIndex: z.nullable(quantity),
})

export const transactionSchema = z.nullable(transaction)

/** `eth_getBlockByNumber` with whole transactions. */
export const blockSchema = z.nullable(
  z.object({ number: quantity, timestamp: quantity, transactions: z.array(transaction) }),
)

const receiptLog = z.object({ address, topics: z.array(hash), data })

export const receiptSchema = z.nullable(
  z.object({
    transactionHash: hash,
    /** Absent before Byzantium, where a receipt does not tell. */
    status: z.optional(z.nullable(quantity)),
    gasUsed: quantity,
    effectiveGasPrice: z.optional(quantity),
    /** A rollup's charge for data on the chain below (OP stack, Scroll). */
    l1Fee: z.optional(z.nullable(quantity)),
    /** The charge for the operator of an OP stack rollup, since Isthmus. */
    operatorFeeScalar: z.optional(z.nullable(quantity)),
    operatorFeeConstant: z.optional(z.nullable(quantity)),
    /** Receipts have it since Jovian. */
    daFootprintGasScalar: z.optional(z.nullable(quantity)),
    contractAddress: z.optional(z.nullable(address)),
    logs: z.array(receiptLog),
  }),
)

export type Log = z.infer<typeof logsSchema>[number]
export type ReceiptLog = z.infer<typeof receiptLog>
export type Transaction = z.infer<typeof transaction>
export type Receipt = NonNullable<z.infer<typeof receiptSchema>>
