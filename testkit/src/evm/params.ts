import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { rpcErrors } from './providerRpcError.js'

/** Schemas of what pages send. Quantities and data by EIP-1474. */
export const AddressParam = z.custom<Address>(
  (value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value),
  'expected an address of 20 bytes',
)
export const DataParam = z.custom<Hex>(
  (value) => typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value),
  'expected 0x-prefixed bytes',
)
export const QuantityParam = z.custom<Hex>(
  (value) => typeof value === 'string' && /^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/.test(value),
  'expected a 0x-prefixed quantity without leading zeros',
)
export const ChainIdParam = z.custom<Hex>(
  (value) => typeof value === 'string' && /^0x[1-9a-fA-F][0-9a-fA-F]{0,12}$/.test(value),
  'expected a 0x-prefixed chain id without leading zeros',
)

/** @throws ProviderRpcError -32602 that names the place and what was expected there */
export function parseParams<schema extends z.ZodMiniType>(
  method: string,
  schema: schema,
  params: unknown,
): z.output<schema> {
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : ''
  throw rpcErrors.invalidParams(method, `${issue?.message ?? 'unexpected shape'}${place}`)
}
