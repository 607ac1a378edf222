import { createVerifier, eip155, type NonceStore } from '@latchkey/plugin-siwx/server'
import { isAddress } from 'viem'
import * as z from 'zod/mini'
import { checkAgainst, takeFrom } from '../../rates/limits.js'
import type { Caller, Service } from '../../service.js'
import { ServiceError } from '../../serviceError.js'
import { randomId } from '../../secrets.js'
import { type SignedIn, signIn } from '../../sessions/signIn.js'
import { createChallenge, readChallenge, returnChallenge, takeChallenge } from '../challenges.js'
import { personName } from '../personName.js'
import { checkOwner } from './checkOwner.js'
import { farcasterDefaults, type FarcasterOptions } from './farcasterOptions.js'
import { completedShape, createFarcasterRelay, type SignedRequest } from './relay.js'

/** How long the person has to scan and sign. */
const lifetime = 10 * 60_000
/** FIP-11: the chain of the registries, whatever chain the wallet uses. */
const chainId = 'eip155:10'
const statement = 'Farcaster Auth'
/** FIP-11 writes `fids`, the apps write `fid`. */
const resource = /^farcaster:\/\/fids?\/([1-9][0-9]{0,15})$/

const kept = z.object({
  nonce: z.string(),
  channel: z.string(),
  until: z.number(),
  /** What the relay handed out, which it does once: kept where the registry could not be read. */
  signed: z.optional(completedShape),
})

/** Asks for a signature. The link is shown as a code, or opened on a phone. @throws ServiceError service_unavailable */
export async function startFarcasterLogin(
  service: Service,
  caller: Caller,
): Promise<{ readonly login: string; readonly url: string }> {
  const { relay } = requireOptions(service)
  await takeFrom(service.rates, service.limits, 'triesPerIp', caller.ip)
  const nonce = randomId()
  const until = service.clock.now() + lifetime
  const { channelToken, url } = await createFarcasterRelay(relay).open({
    ...site(service),
    nonce,
    expirationTime: new Date(until).toISOString(),
  })
  const value = JSON.stringify({ nonce, channel: channelToken, until })
  return { login: await createChallenge(service, caller, { purpose: 'farcaster', value }), url }
}

/**
 * Signs the person in once their app has signed. The frame repeats the request until then.
 *
 * @throws ServiceError code_expired when the time to sign is over, login_failed when the signature isn't valid for this login
 */
export async function finishFarcasterLogin(
  service: Service,
  caller: Caller,
  secret: string,
): Promise<SignedIn | { readonly isPending: true }> {
  const options = requireOptions(service)
  const wanted = { purpose: 'farcaster', secret } as const
  const asked = await readChallenge(service, caller, wanted)
  if (!asked) throw expired()
  const login = z.parse(kept, JSON.parse(asked.value))
  const isOver = service.clock.now() >= login.until
  // Before the relay hands the signature out, which it does once.
  await checkAgainst(service.rates, service.limits, 'triesPerIp', caller.ip)
  const signed = isOver
    ? 'gone'
    : (login.signed ?? (await createFarcasterRelay(options.relay).read(login.channel)))
  if (signed === undefined) return { isPending: true }
  // Of two requests at once, and of two copies of one answer, only one signs in.
  const taken = await takeChallenge(service, caller, wanted)
  if (signed === 'gone') throw expired()
  await takeFrom(service.rates, service.limits, 'triesPerIp', caller.ip)
  const fid = await readFid(service, options, signed, login.nonce).catch(async (error: unknown) => {
    if (error instanceof ServiceError && error.code === 'service_unavailable') {
      await returnChallenge(service, taken, JSON.stringify({ ...login, signed }))
    }
    throw error
  })
  return signIn(service, caller, {
    provider: 'farcaster',
    subject: String(fid),
    name: personName(signed.username),
    deviceId: null,
  })
}

/** The id whose owner signed. @throws ServiceError */
async function readFid(
  service: Service,
  options: Required<FarcasterOptions>,
  { message, signature }: SignedRequest,
  nonce: string,
): Promise<bigint> {
  const { domain, siweUri } = site(service)
  const nonces: NonceStore = {
    add: () => Promise.reject(new Error('Nonces are kept with their login.')),
    consume: async (given) => (given === nonce ? 'live' : 'unknown'),
  }
  const verifier = createVerifier({
    domain,
    uri: siweUri,
    chains: [chainId],
    verifiers: [eip155({ rpc: { [chainId]: options.rpcUrl } })],
    nonces,
    clock: () => service.clock.now(),
    maxAge: lifetime / 1000,
  })
  const result = await verifier.verify({ message, signature })
  if (!result.ok) {
    if (result.code === 'CHAIN_UNREACHABLE') {
      throw new ServiceError(
        503,
        'service_unavailable',
        "Couldn't load Farcaster's registry. Try again in a minute.",
      )
    }
    throw failed(result.detail)
  }
  const { statement: said, resources = [], accountAddress } = result.message
  const [fid, ...others] = resources.flatMap((name) => resource.exec(name)?.[1] ?? [])
  if (said !== statement) throw failed('The statement is not the one that was asked for.')
  if (fid === undefined || others.length > 0) throw failed('The message must name exactly one Farcaster id.')
  if (!isAddress(accountAddress)) throw failed('The address is not an Ethereum address.')
  if (!(await checkOwner(options, BigInt(fid), accountAddress))) {
    throw failed(`${accountAddress} does not own the Farcaster id ${fid}.`)
  }
  return BigInt(fid)
}

/** The party that asks for the signature: the wallet, whichever app frames it. */
const site = ({ publicOrigin }: Service) => ({ siweUri: publicOrigin, domain: new URL(publicOrigin).host })

function requireOptions({ farcaster }: Service): Required<FarcasterOptions> {
  if (farcaster) return { ...farcasterDefaults, ...farcaster }
  throw new ServiceError(404, 'not_available', 'This way to sign in is not set up. Choose another one.')
}

const expired = () => new ServiceError(401, 'code_expired', 'This code has expired. Request a new one.')

const failed = (why: string) =>
  new ServiceError(401, 'login_failed', "Farcaster didn't confirm the login. Try again.", {
    cause: new Error(why),
  })
