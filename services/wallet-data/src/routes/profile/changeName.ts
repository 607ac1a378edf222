import type { Context } from 'hono'
import * as z from 'zod/mini'
import { readJson } from '../../http/parameters.js'
import { clientOf } from '../../http/clientOf.js'
import { invalid, ServiceError, tooMany } from '../../http/serviceError.js'
import { coinTypeOf } from '../../names/coinType.js'
import { checkAttributes, checkName } from '../../names/nameRules.js'
import { signedShape, type Verified, verifySigned } from '../../names/verifySigned.js'
import type { Service } from '../../service.js'
import {
  addressesAtMost,
  findName,
  namesAtMost,
  type RegisteredName,
  registerName,
  updateAddress,
  updateAttributes,
} from '../../store/names.js'
import { jsonText, type Route } from '../route.js'
import { describeName } from './describeName.js'

const attributes = z.record(z.string().check(z.maxLength(64)), z.string())
const registration = z.object({ name: z.string(), attributes: z.optional(attributes) })

/** Registers a name for the account that signed for it. */
export const register: Route = {
  name: 'profile',
  method: 'post',
  path: '/v1/profile/account',
  async handle(context, service) {
    const signed = await readJson(context, signedShape)
    const { address, coinType, signer, signedAt, message } = await verifySigned(service, signed, registration)
    const name = checkName(message.name, service.settings.zones)
    const createdAt = service.now()
    // On another chain, Ethereum too, the address of a contract may be somebody else's.
    const coinTypes = new Set(signer === 'key' ? [coinType, coinTypeOf(1)] : [coinType])
    const registered = {
      name,
      attributes: checkAttributes(message.attributes ?? {}),
      registeredAt: createdAt,
      signedAt,
      ownerCoinType: signer === 'key' ? coinTypeOf(1) : coinType,
      addresses: [...coinTypes].map((type) => ({ coinType: type, address, createdAt })),
    }
    await takeName(service, context)
    const outcome = await registerName(service.database.writes, registered, (open) =>
      service.announce.names(open, [address]),
    )
    if (outcome === 'taken') throw invalid('name', `${name} is already registered. Choose another name.`)
    if (outcome === 'full') {
      throw invalid('address', `The address has ${namesAtMost} names, as many as one can have.`)
    }
    await forgetIdentities(service, [address])
    return answer(service, name)
  },
}

/** Keys are free, and so are their addresses: whoever asks is counted, too. @throws ServiceError 429 */
async function takeName(service: Service, context: Context): Promise<void> {
  const wait = await service.nameBuckets?.take(`names ${clientOf(service, context)}`)
  if (wait !== undefined) throw tooMany(wait)
}

/** Both name what they change: a signature for one name must not change another. */
const attributeChange = z.object({ name: z.string(), attributes })
const addressChange = z.object({
  name: z.string(),
  coin_type: z.number().check(z.int(), z.gte(0), z.lte(0xffffffff)),
  address: z.string(),
})

export const changeAttributes: Route = {
  name: 'profile',
  method: 'post',
  path: '/v1/profile/account/:name/attributes',
  async handle(context, service) {
    const { message, ...change } = await readChange(context, service, attributeChange)
    const attributes = checkAttributes(message.attributes)
    requireNewer(await updateAttributes(service.database.writes, change, attributes, service.now()))
    return answer(service, change.name)
  },
}

export const changeAddress: Route = {
  name: 'profile',
  method: 'post',
  path: '/v1/profile/account/:name/address',
  async handle(context, service) {
    const { name, signedAt, message, owned } = await readChange(context, service, addressChange)
    if (!/^0x[0-9a-fA-F]{40}$/.test(message.address)) {
      throw invalid('message.address', 'Expected an EVM address.')
    }
    const address = message.address.toLowerCase()
    const change = { coinType: message.coin_type, address, createdAt: service.now() }
    const changed = [...new Set([address, ...owned.addresses.map((known) => known.address)])]
    const outcome = await updateAddress(service.database.writes, { name, signedAt }, change, (open) =>
      service.announce.names(open, changed),
    )
    if (outcome === 'full') {
      throw invalid(
        'message.coin_type',
        `The name has ${addressesAtMost} addresses, as many as one can have.`,
      )
    }
    requireNewer(outcome === 'changed')
    await forgetIdentities(service, changed)
    return answer(service, name)
  },
}

/** A message that was seen once must not undo what its account has signed since. @throws ServiceError 400 */
function requireNewer(isNewer: boolean): void {
  if (isNewer) return
  const reason = 'The name was changed by a message of this time or later. Sign again, with the time of now.'
  throw invalid('timestamp', reason)
}

async function forgetIdentities(service: Service, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) service.identities.forget(address)
  await service.sharedIdentities.forget(addresses)
}

async function readChange<shape extends z.ZodMiniType<{ readonly name: string }>>(
  context: Context,
  service: Service,
  shape: shape,
) {
  const name = checkName(context.req.param('name') ?? '', service.settings.zones)
  const signed = await readJson(context, signedShape)
  const { message, ...author } = await verifySigned(service, signed, shape)
  if (message.name !== name) throw invalid('message.name', 'The message is about another name.')
  const owned = await findName(service.database.writes, name)
  if (!owned) throw invalid('name', `${name} is not registered.`)
  checkOwner(owned, author)
  return { name, signedAt: author.signedAt, message, owned }
}

/**
 * The owner is the address that signed the registration, or was set in its place later: of a key for every chain, of a
 * contract together with its chain, because anyone with code at the same address elsewhere can sign there.
 */
function checkOwner(
  { addresses, ownerCoinType }: RegisteredName,
  { address, coinType, signer }: Omit<Verified<unknown>, 'message' | 'signedAt'>,
): void {
  const owner = addresses.find((one) => one.coinType === ownerCoinType)
  if (owner?.address === address && (signer === 'key' || coinType === ownerCoinType)) return
  const description = 'The name belongs to another address, or to this one on another chain.'
  throw new ServiceError(401, [{ field: 'address', description }])
}

async function answer({ database }: Service, name: string): Promise<Response> {
  const found = await findName(database.writes, name)
  return jsonText(JSON.stringify(found ? describeName(found) : {}))
}
