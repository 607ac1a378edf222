import * as z from 'zod/mini'
import { listOf } from '../../service/answers.js'

/** Most that a token account holds: 64 bits. */
const largest = 2n ** 64n - 1n

const units = z.pipe(
  z.string().check(z.regex(/^\d{1,20}$/)),
  z.pipe(
    z.transform((text: string) => BigInt(text)),
    z.bigint().check(z.lte(largest)),
  ),
)
const address = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const shortText = z.string().check(z.maxLength(200))

/** What `/quote` answers, as far as it is used. */
export const quoteAnswer = z.looseObject({
  inputMint: address,
  outputMint: address,
  inAmount: units,
  outAmount: units,
  otherAmountThreshold: units,
  swapMode: z.literal('ExactIn'),
  slippageBps: z.int().check(z.gte(0), z.lte(10_000)),
  priceImpactPct: z.optional(
    z.nullable(z.string().check(z.regex(/^-?\d{1,20}(?:\.\d{1,60})?(?:e-?\d{1,3})?$/i))),
  ),
  platformFee: z.optional(z.nullable(z.object({ amount: z.optional(units), feeBps: z.optional(z.int()) }))),
  routePlan: z
    .array(
      z.object({
        swapInfo: z.object({ label: z.optional(shortText), inputMint: address, outputMint: address }),
      }),
    )
    .check(z.maxLength(64)),
})

export const instruction = z.object({
  programId: address,
  accounts: z
    .array(z.object({ pubkey: address, isSigner: z.boolean(), isWritable: z.boolean() }))
    .check(z.maxLength(64)),
  data: z.string().check(z.maxLength(4_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
})
const instructions = z.optional(z.nullable(z.array(instruction).check(z.maxLength(32))))
const maybeInstruction = z.optional(z.nullable(instruction))

/** What `/swap-instructions` answers. Prices are left out: this app sets its own. */
export const instructionsAnswer = z.object({
  tokenLedgerInstruction: maybeInstruction,
  setupInstructions: instructions,
  swapInstruction: instruction,
  cleanupInstruction: maybeInstruction,
  otherInstructions: instructions,
})

/** Base64 of a transaction, which has at most 4,096 bytes. */
export const transaction = z.string().check(z.maxLength(5_464), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))

/** What `/swap` answers, as far as it is used. */
export const transactionAnswer = z.looseObject({ swapTransaction: transaction })

/** What `/tag` and `/search` answer, as far as it is used. */
export const tokensAnswer = listOf(
  z.object({
    id: address,
    symbol: shortText,
    name: z.optional(z.nullable(shortText)),
    icon: z.optional(z.nullable(z.string().check(z.maxLength(2_000)))),
    decimals: z.int().check(z.gte(0), z.lte(77)),
  }),
)

export type QuoteAnswer = z.infer<typeof quoteAnswer>
export type InstructionAnswer = z.infer<typeof instruction>
export type TokensAnswer = z.infer<typeof tokensAnswer>
