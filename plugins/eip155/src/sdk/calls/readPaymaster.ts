import { BaseError } from '@latchkey/kernel/plugin'
import type { CallsSupport, PaymasterService } from '@latchkey/kernel/contracts'
import * as z from 'zod/mini'

const Supported = z.object({ supported: z.literal(true) })
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Returns the service to name to the wallet (ERC-7677), or nothing when the wallet doesn't support such services.
 *
 * @throws BaseError `PAYMASTER_INVALID`
 */
export function readPaymaster(
  paymaster: PaymasterService | undefined,
  support: CallsSupport | undefined,
): PaymasterService | undefined {
  if (!paymaster) return undefined
  const url = URL.canParse(paymaster.url) ? new URL(paymaster.url) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))
  if (!isSafe) {
    throw new BaseError('The service that pays the network fee has no address that can be used.', {
      code: 'PAYMASTER_INVALID',
      metaMessages: ['`paymaster.url` is an https URL, or an http URL on loopback.'],
    })
  }
  const stated = z.safeParse(Supported, support?.capabilities?.['paymasterService'])
  return stated.success ? paymaster : undefined
}
