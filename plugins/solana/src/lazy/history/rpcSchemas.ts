import * as z from 'zod/mini'
import { isAddress } from '../../address.js'
import { lamports, tokenUnits } from '../rpcSchemas.js'

const address = z.string().check(z.refine(isAddress, 'expected an address'))
const slot = z.number().check(z.int(), z.gte(0))
const time = z.optional(z.nullable(z.number()))

export const signaturesSchema = z.array(
  z.object({ signature: z.string().check(z.maxLength(100)), slot, blockTime: time, err: z.unknown() }),
)

export const tokenAccountsSchema = z.object({
  value: z.array(
    z.object({
      pubkey: address,
      account: z.object({
        data: z.object({
          parsed: z.object({ info: z.object({ tokenAmount: z.object({ amount: z.string() }) }) }),
        }),
      }),
    }),
  ),
})

const tokenBalance = z.object({
  accountIndex: z.number().check(z.int(), z.gte(0)),
  mint: address,
  /** Absent in transactions from before nodes kept it. */
  owner: z.optional(z.nullable(address)),
  programId: z.optional(z.nullable(z.string())),
  uiTokenAmount: z.object({
    amount: tokenUnits,
    decimals: z.number().check(z.int(), z.gte(0), z.lte(255)),
  }),
})
const tokenBalances = z.optional(z.nullable(z.array(tokenBalance)))

/** `getTransaction` with `jsonParsed`, whose keys include those of lookup tables in the order of the balances. */
export const transactionSchema = z.nullable(
  z.object({
    slot,
    blockTime: time,
    transaction: z.object({
      message: z.object({ accountKeys: z.array(z.object({ pubkey: address, signer: z.boolean() })) }),
    }),
    meta: z.nullable(
      z.object({
        err: z.unknown(),
        fee: lamports,
        preBalances: z.array(lamports),
        postBalances: z.array(lamports),
        preTokenBalances: tokenBalances,
        postTokenBalances: tokenBalances,
      }),
    ),
  }),
)

export const slotSchema = slot
export const blockTimeSchema = z.nullable(z.number())

export type SolanaTransaction = NonNullable<z.infer<typeof transactionSchema>>
export type TokenBalance = z.infer<typeof tokenBalance>
