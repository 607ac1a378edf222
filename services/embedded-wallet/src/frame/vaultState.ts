import * as z from 'zod/mini'

/** The service's answer about a person's wallet. */
export const vaultState = z.object({
  wallet: z.nullable(z.object({ evm: z.string(), solana: z.string() })),
  splits: z.array(z.object({ id: z.string() })),
  recoveries: z.array(z.object({ kind: z.enum(['code', 'passkey']) })),
})
