import { getAddress, type Hex, isAddress, verifyMessage } from 'viem'
import * as z from 'zod/mini'
import { invalid, ServiceError, unavailable } from '../http/serviceError.js'
import type { EvmNetwork, Service } from '../service.js'
import { coinTypeOf } from './coinType.js'

/** What people send to change a name: a serialised message that their account has signed. */
export const signedShape = z.object({
  coin_type: z.number().check(z.int(), z.gte(0), z.lte(0xffffffff)),
  address: z.string().check(z.maxLength(42)),
  message: z.string().check(z.maxLength(4096)),
  // A signature of ERC-6492 carries what deploys the account.
  signature: z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})+$/), z.maxLength(40_000)),
})

type Signed = z.infer<typeof signedShape>

export type Signer = 'key' | 'contract'

export interface Verified<message> {
  /** Canonical. */
  readonly address: string
  readonly coinType: number
  /** A key signs for every chain; a contract for the one it is on, where alone its address is known to be its own. */
  readonly signer: Signer
  /** Seconds since the epoch, as the message says. */
  readonly signedAt: number
  readonly message: message
}

const windowSeconds = 10

const timed = z.object({ timestamp: z.number().check(z.int()), service: z.optional(z.string()) })

/**
 * Reads a signed message: its account must be checksummed and have signed it, as a key (EIP-191), as a contract
 * (ERC-1271) or as one that is not deployed yet (ERC-6492), its time must be now, and it must be for this service, where that knows
 * its origins.
 *
 * @throws ServiceError 400 and 401
 */
export async function verifySigned<shape extends z.ZodMiniType>(
  service: Service,
  signed: Signed,
  shape: shape,
): Promise<Verified<z.infer<shape>>> {
  const network = findNetwork(service, signed.coin_type)
  if (!isAddress(signed.address) || getAddress(signed.address) !== signed.address) {
    throw invalid('address', 'Expected an EVM address with its checksum (EIP-55).')
  }
  const message = parseMessage(signed.message, shape)
  const { timestamp, service: meant } = parseMessage(signed.message, timed)
  const { origins } = service.settings
  if (origins.size > 0 && !(meant !== undefined && origins.has(meant))) {
    const reason = `The message must name the service that it is for, one of: ${[...origins].join(', ')}.`
    throw invalid('message.service', reason)
  }
  if (Math.abs(service.now() / 1000 - timestamp) > windowSeconds) {
    const reason = `The timestamp must be within ${windowSeconds} seconds of now, in seconds since the epoch. Check the clock and sign again.`
    throw invalid('timestamp', reason)
  }
  const signer = await findSigner(network, signed)
  if (!signer) {
    const description = 'The signature is not one of this address over this message.'
    throw new ServiceError(401, [{ field: 'signature', description }])
  }
  return {
    address: signed.address.toLowerCase(),
    coinType: signed.coin_type,
    signer,
    signedAt: timestamp,
    message,
  }
}

function findNetwork({ evmNetworks }: Service, coinType: number): EvmNetwork {
  const network = evmNetworks.find(({ chainId }) => coinTypeOf(chainId) === coinType)
  if (network) return network
  const known = evmNetworks.map(({ chainId }) => coinTypeOf(chainId)).join(', ')
  throw invalid('coin_type', `The coin type is not served. Expected one of: ${known}.`)
}

function parseMessage<shape extends z.ZodMiniType>(text: string, shape: shape): z.infer<shape> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw invalid('message', 'The message is not JSON.')
  }
  const result = shape.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalid(`message.${issue?.path.join('.') ?? ''}`, issue?.message ?? 'Not what was expected.')
}

async function findSigner({ client }: EvmNetwork, signed: Signed): Promise<Signer | undefined> {
  const address = signed.address as Hex
  const signature = signed.signature as Hex
  const { message } = signed
  if (signature.length === 132 && (await isSignedByKey({ address, message, signature }))) return 'key'
  try {
    if (await client.verifyMessage({ address, message, signature })) return 'contract'
    // A node that is away makes the check say no as well.
    await client.getChainId()
    return undefined
  } catch (cause) {
    throw unavailable('The node that checks signatures', cause)
  }
}

async function isSignedByKey(parameters: {
  address: Hex
  message: string
  signature: Hex
}): Promise<boolean> {
  try {
    return await verifyMessage(parameters)
  } catch (error) {
    // The library throws for points that are not on the curve.
    if (error instanceof Error) return false
    throw error
  }
}
